import { expect } from 'bun:test'

import type { Visitor } from '../visitor.ts'

/** Navigates by tabs and menu on a phone, and selects, edits and deletes both businesses. */
export async function useFrame(visitor: Visitor, url: string) {
  const { page } = visitor
  const releaseDomains = await holdDomains(visitor)
  await page.goto(`${url}/dashboard/link-accounts`)
  await page.getByRole('heading', { name: 'Social Hub', level: 1 }).waitFor()
  await selector(visitor, 'Loading...').waitFor()
  releaseDomains()
  expect(new URL(page.url()).pathname).toBe('/dashboard/social-hub')
  await chooseBusiness(visitor)
  await changeBusinesses(visitor)
  await followMenu(visitor)
  await page.waitForURL(`${url}/`)
}

const selector = ({ page }: Visitor, shows: string) => page.getByRole('button', { name: shows, exact: true })

/** Holds the list of businesses until released. */
async function holdDomains({ page }: Visitor) {
  const held = Promise.withResolvers<void>()
  await page.route('**/api/users/getUserDomain', async route => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

async function chooseBusiness(visitor: Visitor) {
  const { page } = visitor
  await selector(visitor, 'Pat’s Plumbing').click()
  await page.getByRole('heading', { name: 'Your Domains' }).waitFor()
  await page.mouse.click(5, 500)
  await page.getByRole('heading', { name: 'Your Domains' }).waitFor({ state: 'detached' })
  await selector(visitor, 'Pat’s Plumbing').click()
  await selector(visitor, 'Corner Shop').click()
  await page.getByRole('heading', { name: 'Your Domains' }).waitFor({ state: 'detached' })
  await selector(visitor, 'Corner Shop').waitFor()
}

async function changeBusinesses(visitor: Visitor) {
  const { page } = visitor
  await selector(visitor, 'Corner Shop').click()
  await page.getByRole('button', { name: 'Create New' }).click()
  await page.getByRole('dialog', { name: 'Create Domain' }).waitFor()
  await page.mouse.click(5, 5)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await selector(visitor, 'Corner Shop').click()
  await page.getByRole('button', { name: 'Edit Corner Shop' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit Domain' })
  await editing.getByRole('button', { name: 'Update' }).waitFor()
  await editing.getByRole('button', { name: 'Delete Domain' }).click()
  const deleting = page.getByRole('dialog', { name: 'Delete Corner Shop?' })
  await deleting
    .getByText(
      'Deleting this domain will permanently remove all associated data, including any linked social accounts. This action cannot be undone.',
    )
    .waitFor()
  await deleting.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Domain deleted successfully').waitFor()
  await selector(visitor, 'Pat’s Plumbing').waitFor()
}

async function followMenu(visitor: Visitor) {
  const { page } = visitor
  await page.getByText('Currawong Dashboard').waitFor()
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  expect(await sidebar.isVisible()).toBe(false)
  await page.getByRole('link', { name: 'Posts', exact: true }).click()
  await page.getByRole('heading', { name: 'Manage Social Posts' }).and(page.locator(':focus')).waitFor()
  await page.getByRole('button', { name: 'More' }).click()
  await sidebar.getByText('Welcome back!').filter({ visible: true }).waitFor()
  const links = await sidebar.getByRole('link').allInnerTexts()
  expect(links).toEqual(
    expect.arrayContaining(['Dashboard', 'Edit Profile', 'Social Hub', 'View Social Posts', 'Settings']),
  )
  const tabs = page.getByRole('navigation', { name: 'Tabs' })
  for (const [tab, heading] of [
    ['Posts', 'Manage Social Posts'],
    ['Calendar', 'Calendar'],
    ['Create Post', 'Create Social Post'],
  ] as const) {
    await tabs.getByRole('link', { name: tab, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    await sidebar.waitFor({ state: 'hidden' })
    if (tab === 'Create Post') await page.goBack()
    await page.getByRole('button', { name: 'More' }).click()
    await sidebar.waitFor()
  }
  await sidebar.getByRole('link', { name: 'Edit Profile' }).click()
  await page.getByRole('heading', { name: 'Edit Profile' }).and(page.locator(':focus')).waitFor()
  await sidebar.waitFor({ state: 'hidden' })
  await selector(visitor, 'Pat’s Plumbing').click()
  await page.getByRole('button', { name: 'Edit Pat’s Plumbing' }).click()
  await page.getByRole('button', { name: 'Delete Domain' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await selector(visitor, 'Add Domains').waitFor()
  await page.setViewportSize({ width: 768, height: 1024 })
  await sidebar.getByRole('button', { name: /Pat Lee$/ }).click()
  await sidebar.getByRole('button', { name: 'Logout' }).click()
}
