import { decodeBase32IgnorePadding } from '@oslojs/encoding'
import { generateHOTP } from '@oslojs/otp'
import { afterEach, beforeEach, expect, test } from 'bun:test'

import { hashingPool } from '#api/auth/passwords/passwords.ts'
import { newEmail, PASSWORD, testApp } from '#api/test/app.ts'
import { $session, signOut } from '#site/lib/session.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { cutNetwork, serveSite } from '#site/test/browser.ts'
import { verifySecondFactor } from './SecondFactorForm.tsx'
import {
  $dialog,
  $formErrors,
  $resendAt,
  $sending,
  check,
  closeDialog,
  leaveCode,
  logIn,
  openCredentials,
  register,
  resendCode,
  verifyCode,
} from './store.ts'

const app = await testApp()
let undo: () => void

beforeEach(() => {
  undo = serveSite(app)
})
afterEach(() => {
  undo()
  signOut()
  closeDialog()
  $toasts.set([])
})

const newPerson = () => {
  const email = newEmail()
  return { fullname: 'Pat Lee', email, password: PASSWORD, confirmPassword: PASSWORD, agreeToTerms: true }
}

test('asks for the mailed code after a sign-up, and signs the user in with it', async () => {
  const person = newPerson()
  openCredentials('signup')
  expect(await register(person)).toBe(false)
  expect($dialog.get()).toMatchObject({ open: 'code', email: person.email })
  expect($toasts.get()).toMatchObject([{ type: 'success', message: 'Registration successful!' }])
  expect($session.get().state).toBe('out')
  expect(await verifyCode(await app.mailedCode(person.email))).toBe(true)
  expect($session.get().state).toBe('in')
  expect(localStorage.getItem('token')).toBeString()
  expect(sessionStorage.getItem('toast')).toContain('Login successful!')
})

test('rejects a wrong code and a missing one with a message', async () => {
  const person = newPerson()
  await register(person)
  expect(await verifyCode('')).toBe(false)
  expect($formErrors.get().fields).toEqual({ otp: 'OTP is required' })
  const wrong = (await app.mailedCode(person.email)) === '000000' ? '000001' : '000000'
  expect(await verifyCode(wrong)).toBe(false)
  expect($formErrors.get().fields).toEqual({ otp: 'Invalid OTP. Please try again.' })
})

test('shows one message for a code that no longer works', async () => {
  const person = newPerson()
  await register(person)
  const wrong = (await app.mailedCode(person.email)) === '000000' ? '000001' : '000000'
  for (let i = 0; i < 6; i++) await verifyCode(wrong)
  expect($formErrors.get()).toEqual({
    fields: { otp: 'That code no longer works. Send a new one.' },
    message: '',
  })
})

test('says how to return to the code when its dialog is closed', async () => {
  const person = newPerson()
  await register(person)
  $toasts.set([])
  leaveCode()
  expect($dialog.get()).toEqual({ open: 'none' })
  expect($toasts.get()).toMatchObject([
    { message: 'Your email isn’t confirmed yet. Sign in with it to enter the code.' },
  ])
  expect(await logIn({ email: person.email, password: PASSWORD })).toBe(false)
  expect($dialog.get()).toMatchObject({ open: 'code', email: person.email })
})

test('explains that the user may be signed in already when the response to a code is lost', async () => {
  const person = newPerson()
  await register(person)
  const code = await app.mailedCode(person.email)
  const reach = globalThis.fetch
  const loseResponse = async (...call: Parameters<typeof fetch>) => {
    await reach(...call)
    throw new TypeError('connection reset')
  }
  globalThis.fetch = Object.assign(loseResponse, { preconnect: reach.preconnect })
  expect(await verifyCode(code)).toBe(false)
  globalThis.fetch = reach
  expect(await verifyCode(code)).toBe(false)
  expect($formErrors.get()).toEqual({
    fields: { otp: 'Invalid OTP. Please try again.' },
    message: 'If this is the right code, your email may already be confirmed. Close this window and sign in.',
  })
  expect(await logIn({ email: person.email, password: PASSWORD })).toBe(true)
})

test('resends a code only after the wait', async () => {
  const person = newPerson()
  await register(person)
  $toasts.set([])
  await resendCode()
  expect($toasts.get()).toEqual([])
  $resendAt.set(0)
  await resendCode()
  expect($toasts.get()).toMatchObject([{ message: 'OTP resent successfully.' }])
})

test('saves the token on login, and shows the server’s message for a wrong password', async () => {
  const { email } = await app.signUp()
  expect(await logIn({ email, password: 'not this one' })).toBe(false)
  expect($formErrors.get().message).toBe('Invalid email or password.')
  expect($session.get().state).toBe('out')
  expect(await logIn({ email, password: PASSWORD })).toBe(true)
  expect($session.get()).toEqual({ state: 'in', token: localStorage.getItem('token') ?? '' })
})

test('opens the code dialog when logging in before verification', async () => {
  const person = newPerson()
  await register(person)
  openCredentials('login')
  expect(await logIn({ email: person.email, password: person.password })).toBe(false)
  expect($dialog.get()).toMatchObject({ open: 'code', email: person.email })
  const code = await app.mailedCode(person.email)
  const others = { ...person, password: 'the intruder', confirmPassword: 'the intruder' }
  await app.request('users/register', { json: others })
  expect(await verifyCode(code)).toBe(true)
})

test('shows an error beside each missing field', () => {
  check('login', { email: '', password: '' })
  expect($formErrors.get().fields).toEqual({ email: 'Email is required', password: 'Password is required' })
  check('signup', {
    fullname: ' ',
    email: 'pat',
    password: 'short',
    confirmPassword: '',
    agreeToTerms: false,
  })
  expect($formErrors.get().fields).toEqual({
    fullname: 'Full Name is required',
    email: 'Email format is invalid',
    password: 'Password must be at least 6 characters',
    confirmPassword: 'Please confirm your password',
    agreeToTerms: 'You must agree to the terms',
  })
  check('signup', { ...newPerson(), confirmPassword: 'another one' })
  expect($formErrors.get().fields).toEqual({ confirmPassword: 'Passwords do not match' })
})

test('reports a short password and its mismatched confirmation together', () => {
  check('signup', { ...newPerson(), password: 'short', confirmPassword: 'another', agreeToTerms: false })
  expect($formErrors.get().fields).toEqual({
    password: 'Password must be at least 6 characters',
    confirmPassword: 'Passwords do not match',
    agreeToTerms: 'You must agree to the terms',
  })
})

test('clears the errors when switching modes', () => {
  check('login', {})
  openCredentials('signup')
  expect($formErrors.get()).toEqual({ fields: {}, message: '' })
})

test('ignores a second press while the first is in flight', async () => {
  const { email } = await app.signUp()
  const [first, second] = await Promise.all([
    logIn({ email, password: PASSWORD }),
    logIn({ email, password: PASSWORD }),
  ])
  expect([first, second]).toEqual([true, false])
  expect($sending.get()).toBe(false)
})

test('reports a missing network in the form', async () => {
  undo()
  undo = cutNetwork()
  expect(await logIn({ email: 'pat@example.com', password: PASSWORD })).toBe(false)
  expect($formErrors.get().message).toContain('can’t reach the server')
})

test('shows a message for a login that is rejected as busy, and allows a retry', async () => {
  const { email } = await app.signUp()
  const values = { email, password: PASSWORD }
  const gate = Promise.withResolvers<void>()
  const crowd = Array.from({ length: 1000 }, () => hashingPool.admit(() => gate.promise))
  const crowdEnded = Promise.allSettled(crowd)
  expect(await logIn(values)).toBe(false)
  expect($formErrors.get().message).toBe(
    'Many people are signing in right now. Please try again in a few seconds.',
  )
  gate.resolve()
  await crowdEnded
  expect(await logIn(values)).toBe(true)
})

/** Creates a user with two-factor on. Returns the code that their app shows. */
async function twoFactorUser() {
  const person = await app.signUp()
  const started = await person.call('users/two-factor/start', { json: { password: PASSWORD } })
  const { data } = (await started.json()) as { data: { secret: string } }
  const key = decodeBase32IgnorePadding(data.secret)
  const code = () => generateHOTP(key, BigInt(Math.floor(app.clock.now().getTime() / 30_000)), 6)
  await person.call('users/two-factor/confirm', { json: { code: code() } })
  app.clock.advance(30_000)
  return { ...person, code }
}

test('asks users with two-factor for the code before signing them in', async () => {
  const person = await twoFactorUser()
  openCredentials('login')
  expect(await logIn({ email: person.email, password: PASSWORD })).toBe(false)
  const dialog = $dialog.get()
  if (dialog.open !== 'second-factor') throw new Error(`${dialog.open} is open`)
  expect($session.get().state).toBe('out')

  expect(await verifySecondFactor(dialog.ticket, '')).toBe(false)
  expect($formErrors.get().fields).toEqual({ code: 'Please enter the code.' })
  expect(await verifySecondFactor(dialog.ticket, '000000')).toBe(false)
  expect($formErrors.get().fields).toEqual({ code: 'Invalid code. Please try again.' })
  expect(await verifySecondFactor(dialog.ticket, person.code())).toBe(true)
  expect($session.get().state).toBe('in')
})

test('returns to the sign-in form with a reason when the code takes too long', async () => {
  const person = await twoFactorUser()
  await logIn({ email: person.email, password: PASSWORD })
  const dialog = $dialog.get()
  if (dialog.open !== 'second-factor') throw new Error(`${dialog.open} is open`)
  app.clock.advance(5 * 60_000)
  expect(await verifySecondFactor(dialog.ticket, person.code())).toBe(false)
  expect($dialog.get()).toEqual({ open: 'credentials', mode: 'login' })
  expect($formErrors.get().message).toBe('That took too long. Please sign in again.')
})
