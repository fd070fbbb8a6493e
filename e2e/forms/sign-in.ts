import { expect } from 'bun:test'
import type { Page } from 'playwright-core'

import { eventually } from '../eventually.ts'
import { type Keyboard, keyboard } from '../keyboard/keys.ts'
import type { SandboxClient } from '../sandbox-client.ts'
import type { Visitor } from '../visitor.ts'
import { checkStates } from './looks.ts'
import { withFailingCall } from './responses.ts'

export const PASSWORD = 'correct horse battery'

type Field = (name: string) => ReturnType<Page['getByRole']>
const fieldOf =
  (page: Page): Field =>
  name =>
    page.getByRole('textbox', { name, exact: true })

export async function openSignIn(page: Page, url: string): Promise<Keyboard> {
  await page.goto(url)
  const keys = keyboard(page)
  // On a phone, the header has the two actions of a new visitor, and its menu has this one.
  const menu = page.getByRole('button', { name: 'Menu' })
  if (await menu.isVisible()) await keys.press(menu)
  await keys.press(page.getByRole('button', { name: 'Sign In' }))
  await page.getByRole('dialog', { name: 'Sign in to Currawong' }).waitFor()
  return keys
}

/** Presses Sign In while the page's scripts are still loading. */
export async function pressTooEarly({ page }: Visitor, url: string) {
  const arrival = Promise.withResolvers<void>()
  await page.route(/_astro\/page\./, async route => {
    await arrival.promise
    await route.continue()
  })
  await page.goto(url, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Sign In' }).click()
  arrival.resolve()
  await page.getByRole('dialog', { name: 'Sign in to Currawong' }).waitFor()
}

/** Checks every error of signing in, by keyboard. */
export async function failToSignIn({ page }: Visitor, url: string) {
  const keys = await openSignIn(page, url)
  const [field, look] = [fieldOf(page), checkStates(page)]
  const submit = page.getByRole('dialog').getByRole('button', { name: 'Sign In', exact: true })
  await keys.press(submit)
  await look.fieldError('Email is required', field('Email'))
  await look.fieldError('Password is required', field('Password'))
  await keys.write(field('Email'), 'pat')
  await page.getByText('Email format is invalid').waitFor()
  await keys.write(field('Email'), 'nobody@example.com')
  await keys.write(field('Password'), PASSWORD)
  await keys.press(submit)
  await page.getByText('Invalid email or password.').waitFor()
  await withFailingCall(page, 'users/login', async () => {
    await keys.press(submit)
    await look.formError('Failed to process request. Please try again.')
  })
  const unreached = page.getByText('We can’t reach the server. Check your connection, or try later.')
  await page.route('**/api/users/login', route => route.abort())
  await keys.press(submit)
  await unreached.waitFor()

  const form = /_astro\/SecondFactorForm/
  await page.route(form, route => route.abort())
  await page.route('**/api/users/login', route =>
    route.fulfill({ json: { success: true, twoFactorRequired: true, ticket: 'a ticket' } }),
  )
  const refused = page.waitForEvent('requestfailed', request => form.test(request.url()))
  await keys.press(submit)
  await refused
  await unreached.waitFor()
  await page.unroute(form)
  await keys.write(field('Email'), 'pat@example.com')
  await keys.write(field('Password'), PASSWORD)
  await keys.press(submit)
  const second = page.getByRole('dialog', { name: 'Two-factor sign-in' })
  await second.waitFor()
  await keys.press(submit)
  await look.fieldError('Please enter the code.', second.getByRole('textbox'))
  const wrong = 'That code isn’t right.'
  await page.route('**/api/users/verify-two-factor', route =>
    route.fulfill({ status: 401, json: { success: false, code: 'unauthenticated', message: wrong } }),
  )
  await keys.write(second.getByRole('textbox'), '000000')
  await look.formError(wrong)
}

/** Signs up and enters the code by keyboard, and checks every message. */
export async function signUpByKeyboard({ page }: Visitor, world: SandboxClient, url: string, email: string) {
  await page.clock.install()
  const keys = await openSignIn(page, url)
  const [field, look] = [fieldOf(page), checkStates(page)]
  await keys.press(page.getByRole('button', { name: 'Create an account' }))
  const submit = page.getByRole('button', { name: 'Sign Up' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByText('By continuing with Google').waitFor()
  const overflow = await page.getByRole('dialog').evaluate(dialog => {
    const [content] = [...dialog.querySelectorAll('form')].flatMap(form => form.parentElement ?? [])
    return content && content.scrollHeight - content.clientHeight
  })
  expect(overflow).toBe(0)
  await keys.press(submit)
  await look.fieldError('Full Name is required', field('Full name'))
  await page.getByText('Please confirm your password').waitFor()
  await look.fieldError('You must agree to the terms')
  await keys.write(field('Full name'), 'Pat Lee')
  await keys.write(field('Email'), email)
  await keys.write(field('Password'), 'short')
  await look.fieldError('Password must be at least 6 characters', field('Password'))
  await keys.write(field('Password'), PASSWORD)
  await keys.write(field('Confirm password'), 'another')
  await look.fieldError('Passwords do not match', field('Confirm password'))
  await keys.write(field('Confirm password'), PASSWORD)
  await keys.press(page.getByRole('checkbox'), 'Space')
  await withFailingCall(page, 'users/register', async () => {
    await keys.press(submit)
    await look.formError('Failed to process request. Please try again.')
  })
  await keys.press(submit)
  await look.toast('Registration successful!', 'success')

  const verify = page.getByRole('button', { name: 'Verify' })
  await keys.press(verify)
  await look.fieldError('OTP is required', field('Code'))
  await keys.write(field('Code'), 'abcdef')
  await keys.press(verify)
  await page.getByText('Invalid OTP. Please try again.').waitFor()
  const code = await eventually('the code by mail', () => world.mailedCode(email))
  await keys.write(field('Code'), code === '000000' ? '000001' : '000000')
  await page.getByText('Invalid OTP. Please try again.').waitFor()

  const again = page.getByRole('button', { name: 'Send another' })
  await page.clock.fastForward(31_000)
  await withFailingCall(page, 'users/resend-otp', async () => {
    await keys.press(again)
    await page.getByText('Failed to resend OTP.').waitFor()
  })
  await keys.press(again)
  await page.getByText('OTP resent successfully.').waitFor()
  const newer = await eventually('another code by mail', async () => {
    const mailed = await world.mailedCode(email)
    return mailed !== code && mailed
  })
  await keys.write(field('Code'), newer)
  await page.getByText('Login successful!').waitFor()
}

/** Opens the site with a session that the api has ended. */
export async function comeBackTooLate({ page }: Visitor, url: string) {
  await page.clock.install()
  await page.goto(url)
  await page.evaluate(() => localStorage.setItem('token', 'an old session'))
  await page.goto(`${url}/dashboard`)
  await page.getByText('Your Session Has Expired. Please log in again to continue.').waitFor()
  await page.clock.fastForward(3000)
  const dialog = page.getByRole('dialog', { name: 'Sign in to Currawong' })
  await dialog.getByText('Your session has expired. Sign in to return to where you were.').waitFor()
  // The next page is left alone, unlike the one that asked.
  await page.goto(`${url}/faq`)
  await page.getByRole('button', { name: 'Sign In' }).first().hover()
  await page.locator('astro-island[opts*="sign-in"]:not([ssr])').waitFor({ state: 'attached' })
  expect(await dialog.count()).toBe(0)
  await page.goto(url)
  await dialog.waitFor()
}

/** Opens a link to the dashboard from a mail, without a session. */
export async function followMailedLink({ page, expectAccessible }: Visitor, url: string, email: string) {
  await page.goto(`${url}/dashboard/settings`)
  const dialog = page.getByRole('dialog', { name: 'Sign in to Currawong' })
  await dialog.getByText('Sign in, and we’ll take you to the page that you asked for.').waitFor()
  await expectAccessible('the sign-in for a page that was asked for')
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${url}/dashboard/settings`)
}
