import { afterEach, expect, test } from 'bun:test'

import { testApp } from '#api/test/app.ts'
import { $displayName, $me } from '#site/dashboard/shared/me.ts'
import { cutNetwork, serveSite } from '#site/test/browser.ts'
import { browserStorage } from './browser-storage.ts'
import { $session, followOtherPages, signIn, signOut } from './session.ts'

const app = await testApp()
let undo = () => {}

afterEach(() => {
  undo()
  signOut()
  $me.reset()
})

test('reads the signed-in user with the token', async () => {
  undo = serveSite(app)
  signIn((await app.signUp({ fullname: 'Robin Vale' })).token)
  await $me.reload()
  expect($me.get()).toMatchObject({ state: 'ready', data: { fullname: 'Robin Vale' } })
})

test('ends the session when the api rejects its token', async () => {
  undo = serveSite(app)
  signIn('an old token')
  await $me.reload()
  expect($session.get()).toEqual({ state: 'expired' })
})

test('keeps a newer session when an old call is rejected late', async () => {
  undo = serveSite(app)
  const { token } = await app.signUp()
  signIn('an old token')
  const reading = $me.reload()
  signIn(token)
  await reading
  expect($me.get().state).toBe('failed')
  expect($session.get()).toEqual({ state: 'in', token })
})

test('keeps the session without a network, and shows a fallback name', async () => {
  undo = cutNetwork()
  signIn('a token')
  await $me.reload()
  expect($session.get().state).toBe('in')
  expect($me.get()).toMatchObject({
    state: 'failed',
    message: expect.stringContaining('Check your connection'),
  })
  expect($displayName.get()).toBe('Currawong User')
})

test('works without browser storage, and explains why sign-in fails', () => {
  const original = globalThis.localStorage
  const blocked = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  Object.defineProperty(globalThis, 'localStorage', { get: blocked, configurable: true })
  try {
    expect(browserStorage('localStorage')).toBeUndefined()
    expect(() => signIn('a token')).toThrow('isn’t letting this site store data')
    expect(signOut).not.toThrow()
    expect($session.get()).toEqual({ state: 'out' })
  } finally {
    Object.defineProperty(globalThis, 'localStorage', { value: original, configurable: true, writable: true })
  }
})

test('follows another tab’s session when the back button restores the page', () => {
  const page = new EventTarget()
  followOtherPages(page as Window)
  const restore = () => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  signIn('a token')
  const before = $session.get()
  restore()
  expect($session.get()).toBe(before)
  localStorage.setItem('token', 'another user’s token')
  restore()
  expect($session.get()).toEqual({ state: 'in', token: 'another user’s token' })
  localStorage.clear()
  restore()
  expect($session.get()).toEqual({ state: 'out' })
})

test('clears local storage and saved forms on sign-out', () => {
  signIn('a token')
  localStorage.setItem('draft', 'words')
  for (const key of ['form-one', 'composer', 'form-two']) sessionStorage.setItem(key, 'words')
  signOut()
  expect(localStorage.length).toBe(0)
  expect(['form-one', 'composer', 'form-two'].map(key => sessionStorage.getItem(key))).toEqual([
    null,
    'words',
    null,
  ])
})
