import type { Visitor } from '../visitor.ts'

/** Opens Manage Social Posts on the tab that says where the post should be, and waits until both networks say so. */
export async function seePost(
  { page, expectAccessible }: Visitor,
  message: string,
  tab: 'Scheduled' | 'Published',
) {
  await page.goto(new URL('/dashboard/view-post', page.url()).href)
  await page.getByRole('heading', { name: 'Manage Social Posts', level: 1 }).waitFor()
  await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click()
  const post = page.getByRole('article', { name: message })
  await post.getByText(tab, { exact: true }).nth(1).waitFor()
  await expectAccessible(`the tab ${tab}`)
  return post
}

/** Looks at a post whole. */
export async function lookAtPost({ page, expectAccessible }: Visitor, message: string) {
  await page.getByRole('link', { name: `Details of ${message}` }).click()
  const details = page.getByRole('dialog', { name: 'Post Details' })
  await details.getByText(message).waitFor()
  await details.getByRole('img').first().waitFor()
  await expectAccessible('post details')
  await page.keyboard.press('Escape')
  await details.waitFor({ state: 'hidden' })
}
