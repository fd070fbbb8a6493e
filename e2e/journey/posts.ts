import type { Visitor } from '../visitor.ts'

/** Opens Manage Social Posts on the expected tab, and waits until both networks show the post. */
export async function seePost({ page }: Visitor, message: string, state: 'Scheduled' | 'Published') {
  await page.goto(new URL('/dashboard/view-post', page.url()).href)
  await page.getByRole('heading', { name: 'Manage Social Posts', level: 1 }).waitFor()
  await page.getByRole('tab', { name: state === 'Scheduled' ? /^Planned/ : /^Published/ }).click()
  const post = page.getByRole('article', { name: message })
  await post.getByTitle(`Facebook, Instagram: ${state}`).filter({ visible: true }).waitFor()
  return post
}

/** Follows the composer's link to the post, and sees both networks change from publishing to published without a reload. */
export async function watchPost({ page, expectAccessible }: Visitor, message: string) {
  await page.getByRole('link', { name: 'View the post' }).click()
  const details = page.getByRole('dialog', { name: 'Post Details' })
  const deliveries = details.getByRole('region', { name: 'On each network' })
  await deliveries.getByText('Publishing', { exact: true }).first().waitFor()
  await expectAccessible('a post that is being published')
  await deliveries.getByText('Published', { exact: true }).nth(1).waitFor()
  await details.getByText(message).waitFor()
  await page.keyboard.press('Escape')
  await details.waitFor({ state: 'hidden' })
}
