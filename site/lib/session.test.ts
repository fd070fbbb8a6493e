import { cutNetwork, serveSite } from '#site/test/browser.ts'

import { afterEach, expect, test } from 'bun:test'

import { testApp } from '#api/test/app.ts'
import { $displayName, $me } from '#site/dashboard/me.ts'
import { $session, signIn, signOut } from './session.ts'

const app = await testApp()
let undo = () => {}

afterEach(() => {
  undo()
  signOut()
  $me.reset()
})

test('who is signed in is read with the token', async () => {
  undo = serveSite(app)
  signIn((await app.signUp({ fullname: 'Robin Vale' })).token)
  await $me.reload()
  expect($me.get()).toMatchObject({ state: 'ready', data: { fullname: 'Robin Vale' } })
})

test('a token that the api no longer knows ends the session', async () => {
  undo = serveSite(app)
  signIn('a token of long ago')
  await $me.reload()
  expect($session.get()).toEqual({ state: 'expired' })
})

test('a network that is gone is no expired session, and gives somebody unknown a name', async () => {
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

test('signing out leaves nothing in the browser', () => {
  signIn('a token')
  localStorage.setItem('draft', 'words')
  signOut()
  expect(localStorage.length).toBe(0)
})
