import type { Visitor } from '../visitor.ts'

/** Opens Social Hub, and the details of the connected Instagram account. */
export async function seeAccount({ page }: Visitor) {
  await page.goto(new URL('/dashboard/social-hub', page.url()).href)
  await page.getByRole('heading', { name: 'Social Hub', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Instagram', exact: true }).click()
  await page.getByRole('link', { name: /View Account/ }).waitFor()
}
