import '#site/test/browser.ts'
import { afterAll, expect, test } from 'bun:test'

import { signIn, signOut } from '#site/lib/session.ts'
import { forgetSignInRequest, readSignInRequest, requestSignIn } from '#site/lib/sign-in-request.ts'
import { guardSession } from './guard.ts'

const before = Object.getOwnPropertyDescriptor(globalThis, 'location')
const went: string[] = []
Object.defineProperty(globalThis, 'location', {
  value: {
    pathname: '/dashboard/support-requests',
    search: '?page=2',
    reload: () => went.push('anew'),
    replace: (path: string) => went.push(path),
  },
  configurable: true,
})
afterAll(() => {
  if (before) Object.defineProperty(globalThis, 'location', before)
  else Reflect.deleteProperty(globalThis, 'location')
})

test('reloads the page when another user signs in in another tab, and leaves it when they sign out', () => {
  signIn('one')
  const stop = guardSession()
  signIn('one')
  expect(went).toEqual([])
  signIn('another')
  expect(went).toEqual(['anew'])
  signOut()
  expect(went).toEqual(['anew', '/'])
  expect(readSignInRequest()).toBeUndefined()
  stop()
})

test('remembers the page that somebody without a session asked for', () => {
  guardSession()()
  expect(went.at(-1)).toBe('/')
  expect(readSignInRequest()).toMatchObject({ path: '/dashboard/support-requests?page=2' })
  forgetSignInRequest()
})

test('returns somebody without a session to the invitation that they opened last', () => {
  guardSession()()
  location.search = '?invite=abc234'
  guardSession()()
  location.search = '?page=2'
  expect(readSignInRequest()).toEqual({
    reason: 'You’re invited to a business. Sign in to join it, or create an account first.',
    path: '/dashboard/support-requests?invite=abc234',
  })
  forgetSignInRequest()
})

test('opens only pages of the dashboard after a sign-in', () => {
  for (const path of [
    'https://evil.example',
    '//evil.example',
    '/dashboard.evil.example',
    'javascript:alert(1)',
  ]) {
    requestSignIn('Sign in', path)
    expect(readSignInRequest()).toMatchObject({ path: '/dashboard' })
    forgetSignInRequest()
  }
})
