import { eventually } from '../eventually.ts'
import type { OutsideWorld } from '../outside-world.ts'
import type { Visitor } from '../visitor.ts'

/** Signs up on the home page, pastes the mailed code and reaches the dashboard. */
export async function signUp({ page }: Visitor, world: OutsideWorld, url: string, email: string) {
  await page.goto(url)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('dialog', { name: 'Sign in to Currawong' }).waitFor()
  await page.getByRole('button', { name: 'Create an account' }).click()
  await page.getByRole('textbox', { name: 'Full name' }).fill('Pat Lee')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('correct horse battery')
  await page.getByRole('textbox', { name: 'Confirm password' }).fill('correct horse battery')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page.getByRole('dialog', { name: 'Verify OTP' }).waitFor()
  const code = await eventually('the code by mail', () => world.mailedCode(email))
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(text => navigator.clipboard.writeText(text), code)
  await page.getByRole('textbox', { name: 'Code' }).press('ControlOrMeta+V')
  await page.getByRole('heading', { name: 'Dashboard Overview' }).waitFor()
}
