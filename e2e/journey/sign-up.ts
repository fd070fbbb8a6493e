import { eventually } from '../eventually.ts'
import type { Testbed } from '../testbed.ts'
import type { Visitor } from '../visitor.ts'
import type { Presses } from './first-post.ts'

/** Signs up on the home page, pastes the mailed code and reaches the dashboard. */
export async function signUp(
  { page }: Visitor,
  { press, type }: Presses,
  { world, url }: Testbed,
  email: string,
) {
  await page.goto(url)
  await press(page.getByRole('button', { name: 'Try AI for Socials' }))
  await page.getByRole('dialog', { name: 'Create your account' }).waitFor()
  await type(page.getByRole('textbox', { name: 'Full name' }), 'Pat Lee')
  await type(page.getByRole('textbox', { name: 'Email' }), email)
  await type(page.getByRole('textbox', { name: 'Password', exact: true }), 'correct horse battery')
  await type(page.getByRole('textbox', { name: 'Confirm password' }), 'correct horse battery')
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
