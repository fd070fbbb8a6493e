import { expect } from 'bun:test'

import { eventually } from '../eventually.ts'
import { keyboard } from '../keyboard/keys.ts'
import type { SandboxClient } from '../sandbox-client.ts'
import type { Visitor } from '../visitor.ts'
import { checkStates } from './looks.ts'
import { withFailingCall } from './responses.ts'
import { openSignIn } from './sign-in.ts'

const NEW_PASSWORD = 'Fresh#Tap9'
const RESET_REDIRECT_MS = 2000

/** Resets a forgotten password by keyboard and checks every message. */
export async function resetPassword(
  { page, expectAccessible }: Visitor,
  world: SandboxClient,
  url: string,
  email: string,
) {
  const dialog = await openSignIn(page, url)
  const look = checkStates(page)
  await dialog.press(page.getByRole('button', { name: 'Forgot password?' }))
  await page.getByRole('dialog', { name: 'Reset Password' }).waitFor()
  const send = page.getByRole('button', { name: 'Send reset link' })
  await dialog.press(send)
  await look.fieldError('Email is required', page.getByRole('textbox', { name: 'Email' }))
  await dialog.write(page.getByRole('textbox', { name: 'Email' }), email)
  await withFailingCall(page, 'users/reset-password', async () => {
    await dialog.press(send)
    await look.formError('Failed to send password reset email. Please try again.')
  })
  await dialog.press(send)
  await look.toast('Password reset email sent successfully!', 'success')

  await page.addInitScript(holdTimers, RESET_REDIRECT_MS)
  const link = await eventually('the reset link by mail', () => world.mailedLink(email, '/reset-password/'))
  await page.goto(`${url}/reset-password/made-up`)
  await page.getByRole('heading', { name: 'Reset Password' }).waitFor()
  const keys = keyboard(page)
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const submit = page.getByRole('button', { name: 'Reset Password' })
  await keys.write(field('New Password'), 'Tap#')
  await page.getByText('3 of 5 rules met').waitFor()
  await page.getByText('At least one uppercase letter: met').waitFor()
  await page.getByText('At least 8 characters: not yet met').waitFor()
  const rule = (label: string) => page.getByRole('listitem').filter({ hasText: label })
  await look.expectColour(rule('At least one uppercase letter'), 'color', '--color-success')
  await look.expectColour(rule('At least one number'), 'color', '--soft')
  expect((await rule('At least one number').locator('svg').boundingBox())!.width).toBe(16)
  await keys.press(submit)
  await look.fieldError('Password does not meet complexity requirements.', field('New Password'))
  await keys.write(field('New Password'), NEW_PASSWORD)
  await page.getByText('5 of 5 rules met').waitFor()
  await keys.press(submit)
  await look.fieldError('Passwords do not match.', field('Confirm Password'))
  await keys.write(field('Confirm Password'), NEW_PASSWORD)
  await keys.press(page.getByRole('button', { name: 'Show Confirm Password' }))
  expect(await field('Confirm Password').getAttribute('type')).toBe('text')
  await withFailingCall(page, 'users/reset-password', async () => {
    await keys.press(submit)
    await look.formError('Failed to reset password. Try again.')
  })
  await keys.press(submit)
  await page
    .getByText('This reset link has expired or was used already. Please ask for a new one.')
    .first()
    .waitFor()
  await keys.press(page.getByRole('button', { name: 'Get a new one' }))
  await page.getByRole('dialog', { name: 'Reset Password' }).waitFor()

  await page.goto(new URL(new URL(link).pathname, url).href)
  for (const name of ['New Password', 'Confirm Password']) await keys.write(field(name), NEW_PASSWORD)
  await keys.press(submit)
  const done = page.getByRole('status').getByText('Password has been reset successfully')
  await done.waitFor()
  await look.expectColour(done.locator('svg'), 'color', '--color-success')
  await look.pending(page.getByRole('button', { name: 'One moment…' }))
  expect(await field('New Password').inputValue()).toBe('')
  await page.getByText('0 of 5 rules met').waitFor()
  await expectAccessible('the reset page: done')
  await Promise.all([
    page.waitForRequest(`${url}/dashboard`),
    page.evaluate(() => void dispatchEvent(new Event('time'))),
  ])
}

/** Runs in the page. Delays timers of exactly this duration until the event `time`. */
function holdTimers(ms: number) {
  const later = globalThis.setTimeout
  const held = (run: () => void, after?: number, ...more: []) =>
    after === ms ? addEventListener('time', run, { once: true }) : later(run, after, ...more)
  globalThis.setTimeout = held as unknown as typeof setTimeout
}
