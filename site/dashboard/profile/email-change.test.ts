import { afterEach, beforeEach, expect, test } from 'bun:test'

import { newEmail, PASSWORD, testApp } from '#api/test/app.ts'
import { twoFactorUser } from '#api/test/two-factor.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { signIn, signOut } from '#site/lib/session.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { serveSite } from '#site/test/browser.ts'
import { closeDialog, openedDialog } from '#site/test/dialog.ts'
import { $needsCode } from './ChangePasswordDialog.tsx'
import {
  $emailChange,
  $resendAt,
  emailCode,
  emailRequest,
  openEmailDialog,
  resendEmailCode,
  withdrawEmail,
} from './EmailChange.tsx'

const app = await testApp()
let pat: Awaited<ReturnType<typeof app.signUp>>
let undo: () => void

beforeEach(async () => {
  undo = serveSite(app)
  pat = await app.signUp()
  signIn(pat.token)
  await Promise.all([$me.reload(), $emailChange.reload()])
})
afterEach(() => {
  closeDialog()
  emailRequest.reset()
  emailCode.reset()
  $me.reset()
  $emailChange.reset()
  $resendAt.set(0)
  $toasts.set([])
  signOut()
  undo()
})

const messages = () => $toasts.get().map(({ message }) => message)

async function ask(email = newEmail()) {
  openEmailDialog()
  expect(await emailRequest.submit({ email, password: PASSWORD })).toBe(true)
  return email
}

test('asks for the code that was mailed, then shows the new e-mail', async () => {
  const before = $me.get().data?.email
  const email = await ask()
  expect([openedDialog()?.name, $emailChange.get().data?.email]).toEqual(['CodeDialog', email])
  expect($me.get().data?.email).toBe(before)
  expect(await emailCode.submit({ otp: '0' })).toBe(false)
  expect(emailCode.$state.get().fields).toEqual({ otp: 'Invalid OTP. Please try again.' })
  expect(await emailCode.submit({ otp: await app.mailedCode(email) })).toBe(true)
  expect($emailChange.get().data).toBeNull()
  expect($me.get().data?.email).toBe(email)
  expect(messages()).toEqual(['Your email is changed.'])
})

test('keeps the form open with the server’s reason beside the field', async () => {
  openEmailDialog()
  expect(await emailRequest.submit({ email: newEmail(), password: 'x' })).toBe(false)
  expect(emailRequest.$state.get().fields).toEqual({ password: 'This is not your password.' })
  expect([openedDialog()?.name, $emailChange.get().data]).toEqual(['AskDialog', null])
})

test('asks for a code from the app once the server wants one', async () => {
  const sam = await twoFactorUser(app)
  signIn(sam.token)
  openEmailDialog()
  expect($needsCode.get()).toBe(false)
  expect(await emailRequest.submit({ email: newEmail(), password: PASSWORD })).toBe(false)
  expect($needsCode.get()).toBe(true)
  expect(await emailRequest.submit({ email: newEmail(), password: PASSWORD, code: sam.code() })).toBe(true)
})

test('keeps the e-mail if the person withdraws the new one', async () => {
  const email = await ask()
  const code = await app.mailedCode(email)
  await withdrawEmail()
  expect($emailChange.get().data).toBeNull()
  expect(messages()).toEqual(['Your email stays as it is.'])
  expect(await emailCode.submit({ otp: code })).toBe(false)
})

test('mails another code after the wait, and forgets a change that was withdrawn elsewhere', async () => {
  const email = await ask()
  const first = await app.mailedCode(email)
  await resendEmailCode()
  expect(await app.mailedCode(email)).toBe(first)
  $resendAt.set(0)
  app.clock.advance(30_000)
  await resendEmailCode()
  expect(await app.mailedCode(email)).not.toBe(first)

  await pat.call('users/email-change', { method: 'DELETE' })
  $resendAt.set(0)
  await resendEmailCode()
  expect($emailChange.get().data).toBeNull()
  expect(messages().at(-1)).toBe('There is no new email to confirm.')
})
