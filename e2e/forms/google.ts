import { expect } from 'bun:test'

import type { Visitor } from '../visitor.ts'
import { withFailingCall } from './responses.ts'
import { openSignIn } from './sign-in.ts'

const SCRIPT = '**/gsi/client'
const EMPTY_SDK = `google = { accounts: { id: {
  initialize: ({ callback }) => (this.answer = callback),
  renderButton: place => {
    const button = place.appendChild(document.createElement('button'))
    button.textContent = 'Continue with Google'
    button.addEventListener('click', () => answer({}))
  },
} } }`

/** Signs in with Google's button and checks its error messages. */
export async function signInWithGoogle(visitor: Visitor, url: string) {
  const { page, popUp, expectAccessible } = visitor
  const button = page.getByRole('button', { name: 'Continue with Google' })

  await page.route(SCRIPT, route => route.abort())
  let keys = await openSignIn(page, url)
  await keys.press(button)
  await page.getByText('Google login was unsuccessful.').waitFor()
  await page.unroute(SCRIPT)

  await page.route(SCRIPT, route => route.fulfill({ contentType: 'text/javascript', body: EMPTY_SDK }))
  keys = await openSignIn(page, url)
  await keys.press(button)
  await page.getByText('Google login was unsuccessful.').waitFor()
  await page.unroute(SCRIPT)

  keys = await openSignIn(page, url)
  await keys.to(button)
  await expectAccessible('sign in, with Google')
  const consent = async () => {
    const google = await popUp(() => keys.press(button))
    const closed = google.waitForEvent('close')
    await google.getByRole('button', { name: /^Continue as/ }).click()
    await closed
  }
  await withFailingCall(page, 'users/auth/google-login', async () => {
    await consent()
    await page.getByText('Google login failed. Try again.').waitFor()
  })
  await consent()
  await page.getByText('Login successful!').waitFor()
  await page.waitForURL(`${url}/dashboard`)
  await page.goto(`${url}/dashboard/profile`)
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('Logged In Using: Google')
  expect(await page.getByRole('button', { name: 'Change Password' }).count()).toBe(0)
  await expectAccessible('the profile of somebody who signs in with Google')
}
