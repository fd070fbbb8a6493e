import type { Visitor } from '../visitor.ts'

/** Opens Social Hub, and the details of the connected Instagram account. */
export async function seeAccount({ page }: Visitor) {
  await page.goto(new URL('/dashboard/social-hub', page.url()).href)
  await page.getByRole('heading', { name: 'Social Hub', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Instagram', exact: true }).click()
  await page.getByRole('link', { name: /View Account/ }).waitFor()
}

/** Connects Bluesky on the page of the account's own server. */
export async function connectBluesky({ page }: Visitor) {
  await page.goto(new URL('/dashboard/social-hub', page.url()).href)
  await page.getByRole('button', { name: 'Connect Bluesky' }).click()
  await page.getByLabel('Your handle').fill('pat.bsky.example')
  await page.getByRole('button', { name: 'Continue with Bluesky' }).click()
  await page.getByRole('button', { name: 'Continue as pat.bsky.example' }).click()
  await page.getByText('Bluesky connected successfully').waitFor()
}
