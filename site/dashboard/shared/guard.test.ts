import { afterAll, expect, test } from 'bun:test'

import { testApp } from '#api/test/app.ts'
import { signIn, signOut } from '#site/lib/session.ts'
import { forgetSignInRequest, readSignInRequest, requestSignIn } from '#site/lib/sign-in-request.ts'
import { cutNetwork, serveSite } from '#site/test/browser.ts'
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

/** Opens the page of an invitation without a session. */
async function openInvitation(token: string) {
  const left = Promise.withResolvers<void>()
  location.replace = path => {
    went.push(String(path))
    left.resolve()
  }
  location.search = `?invite=${token}`
  guardSession()()
  location.search = '?page=2'
  await left.promise
}

test('asks the recipient of an invitation to sign up, and says who invited them to which business', async () => {
  const app = await testApp()
  const pat = await app.signUp()
  const saved = await pat.call('users/saveUserDomain', { json: { businessName: 'Pat’s Plumbing' } })
  const { data } = (await saved.json()) as { data: { _id: string } }
  const email = `x-${crypto.randomUUID()}@example.com`
  await pat.call(`businesses/${data._id}/members`, { json: { email, role: 'approver' } })
  const [mail] = await app.mail(email)
  const token = /\/invite\/(\w+)/.exec(mail?.text ?? '')?.[1] ?? ''
  const undo = serveSite(app)
  guardSession()()
  await openInvitation(token)
  undo()
  expect(readSignInRequest()).toEqual({
    reason: 'Pat Lee invites you to Pat’s Plumbing. Create an account, or sign in, to join.',
    path: `/dashboard/support-requests?invite=${token}`,
    email,
    isNew: true,
  })
  forgetSignInRequest()
})

test('asks nobody to sign up for an invitation that is no longer valid', async () => {
  const undo = serveSite(await testApp())
  await openInvitation('a'.repeat(52))
  undo()
  expect(readSignInRequest()).toEqual({
    reason: 'This invitation is no longer valid. Ask for a new one.',
    path: '/dashboard',
  })
  forgetSignInRequest()
})

test('asks for a sign-in if the invitation can’t be read', async () => {
  const undo = cutNetwork()
  await openInvitation('abc234')
  undo()
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
