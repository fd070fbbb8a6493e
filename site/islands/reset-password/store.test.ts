import { afterEach, beforeEach, expect, jest, test } from 'bun:test'

import { testApp } from '#api/test/app.ts'
import { $session, signIn, signOut } from '#site/lib/session.ts'
import { readSignInRequest } from '#site/lib/sign-in-request.ts'
import { serveSite } from '#site/test/browser.ts'
import { resetRequest } from '../sign-in/Dialogs.tsx'
import { $passwordIsReset, newPassword, tokenFromPath } from './store.ts'

const app = await testApp()
const NEW = 'Fresh#Tap9'
let undo: () => void
let opened: string[]

/** Opens the page at a path, and records its redirects. */
function openPage(pathname: string) {
  opened = []
  const location = { pathname, replace: (path: string) => void opened.push(path) }
  Object.assign(globalThis, { location })
}

beforeEach(() => {
  undo = serveSite(app)
})
afterEach(() => {
  undo()
  signOut()
  newPassword.reset()
  $passwordIsReset.set(false)
})

async function mailedPath(email: string) {
  await app.request('users/reset-password', { json: { email } })
  const link = (await app.mail(email)).flatMap(({ text }) => /\/reset-password\/\S+/.exec(text)?.[0] ?? [])[0]
  return link ?? ''
}

test('sets a new password by the mailed link, ends this session and redirects two seconds later', async () => {
  const person = await app.signUp()
  signIn(person.token)
  openPage(await mailedPath(person.email))
  jest.useFakeTimers()
  expect(await newPassword.submit({ newPassword: NEW, confirmPassword: NEW })).toBe(true)
  jest.advanceTimersByTime(1999)
  expect(opened).toEqual([])
  jest.advanceTimersByTime(1)
  expect(opened).toEqual(['/dashboard'])
  jest.useRealTimers()
  expect($passwordIsReset.get()).toBe(true)
  expect(readSignInRequest()?.reason).toBe('Now sign in with your new password.')
  expect($session.get().state).toBe('out')
  const login = await app.request('users/login', { json: { email: person.email, password: NEW } })
  expect(login.status).toBe(200)
})

test('names the rules when both fields are empty', async () => {
  openPage('/reset-password/x')
  await newPassword.submit({ newPassword: '', confirmPassword: '' })
  expect(newPassword.$state.get().fields).toEqual({
    newPassword: 'Password does not meet complexity requirements.',
  })
})

test('rejects a password that breaks a rule or isn’t repeated', async () => {
  openPage('/reset-password/x')
  await newPassword.submit({ newPassword: 'Tap#9', confirmPassword: 'Tap#9' })
  expect(newPassword.$state.get().fields).toEqual({
    newPassword: 'Password does not meet complexity requirements.',
  })
  await newPassword.submit({ newPassword: 'Tap#9', confirmPassword: 'Another#1' })
  expect(newPassword.$state.get().fields).toEqual({
    newPassword: 'Password does not meet complexity requirements.',
    confirmPassword: 'Passwords do not match.',
  })
  for (const confirmPassword of ['Another#1', '']) {
    await newPassword.submit({ newPassword: NEW, confirmPassword })
    expect(newPassword.$state.get().fields).toEqual({ confirmPassword: 'Passwords do not match.' })
  }
})

test('reports a used or made-up link without losing anything', async () => {
  openPage('/reset-password/made-up')
  expect(await newPassword.submit({ newPassword: NEW, confirmPassword: NEW })).toBe(false)
  expect(newPassword.$state.get().message).not.toBe('')
  expect($passwordIsReset.get()).toBe(false)
  expect(opened).toEqual([])
})

test('says in its own words that nothing was reset when the server says nothing', async () => {
  openPage('/reset-password/some-token')
  undo()
  const site = serveSite({
    app: { request: () => new Response('<h1>Bad gateway</h1>', { status: 502 }) },
  })
  await newPassword.submit({ newPassword: NEW, confirmPassword: NEW })
  expect(newPassword.$state.get().message).toBe('Failed to reset password. Try again.')
  await resetRequest.submit({ email: 'pat@example.com' })
  expect(resetRequest.$state.get().message).toBe('Failed to send password reset email. Please try again.')
  site()
})

test('tells a password that breaks a rule and isn’t repeated both', async () => {
  openPage('/reset-password/x')
  await newPassword.submit({ newPassword: 'Tap#9', confirmPassword: 'Tap#8' })
  expect(newPassword.$state.get().fields).toEqual({
    newPassword: 'Password does not meet complexity requirements.',
    confirmPassword: 'Passwords do not match.',
  })
})

test('reads the token from the last segment of the path', () => {
  expect(tokenFromPath('/reset-password/abc')).toBe('abc')
  expect(tokenFromPath('/reset-password/abc/')).toBe('abc')
  expect(tokenFromPath('/reset-password')).toBe('')
})
