import { eventually } from '../eventually.ts'
import type { Testbed } from '../testbed.ts'
import type { Visitor } from '../visitor.ts'
import type { Presses } from './first-post.ts'

/** Signs up on the home page, pastes the mailed code and reaches the dashboard. */
export async function signUp({ page }: Visitor, { press }: Presses, { world, url }: Testbed, email: string) {
  await page.goto(url)
  await press(page.getByRole('button', { name: 'Try AI for Socials' }))
  await page.getByRole('dialog', { name: 'Create your account' }).waitFor()
  await page.getByRole('textbox', { name: 'Full name' }).fill('Pat Lee')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('correct horse battery')
  await page.getByRole('textbox', { name: 'Confirm password' }).fill('correct horse battery')
  await press(page.getByRole('checkbox'))
  await press(page.getByRole('button', { name: 'Sign Up' }))
  await page.getByRole('dialog', { name: 'Verify OTP' }).waitFor()
  const code = await eventually('the code by mail', () => world.mailedCode(email))
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(text => navigator.clipboard.writeText(text), code)
  await page.getByRole('textbox', { name: 'Code' }).press('ControlOrMeta+V')
  await page.getByRole('heading', { name: 'Dashboard Overview' }).waitFor()
  await page.getByText('Welcome to Currawong.').waitFor()
}
