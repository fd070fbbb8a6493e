import { afterEach, beforeEach, expect, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'

import { testApp } from '#api/test/app.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { signIn, signOut } from '#site/lib/session.ts'
import { serveSite } from '#site/test/browser.ts'
import { $mayBeOffered, putOffOffer } from './second-factor-offer.ts'

const app = await testApp()
let undo: () => void

beforeEach(() => {
  undo = serveSite(app)
})
afterEach(() => {
  cleanStores($me, $mayBeOffered)
  $me.reset()
  signOut()
  undo()
})

async function enter(token: string) {
  signIn(token)
  keepMount($me)
  keepMount($mayBeOffered)
  await $me.reload()
}

test('offers administrators a second factor until they dismiss it, and nobody else', async () => {
  await enter((await app.admin()).token)
  expect($mayBeOffered.get()).toBe(true)
  putOffOffer()
  expect($mayBeOffered.get()).toBe(false)
  await enter((await app.admin()).token)
  expect($mayBeOffered.get()).toBe(true)
  await enter((await app.signUp()).token)
  expect($mayBeOffered.get()).toBe(false)
})
