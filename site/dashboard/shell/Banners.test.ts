import { afterEach, beforeEach, expect, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'

import { testApp } from '#api/test/app.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { signIn, signOut } from '#site/lib/session.ts'
import { serveSite } from '#site/test/browser.ts'
import { $isOffered, dismissOffer } from './Banners.tsx'

const app = await testApp()
let undo: () => void

beforeEach(() => {
  undo = serveSite(app)
})
afterEach(() => {
  cleanStores($me, $isOffered)
  $me.reset()
  signOut()
  undo()
})

async function enter(token: string) {
  $router.open('/dashboard')
  signIn(token)
  keepMount($me)
  keepMount($isOffered)
  await $me.reload()
}

test('offers administrators a second factor on two screens until they dismiss it, and nobody else', async () => {
  await enter((await app.admin()).token)
  expect($isOffered.get()).toBe(true)
  $router.open('/dashboard/inbox')
  expect($isOffered.get()).toBe(false)
  $router.open('/dashboard/settings')
  expect($isOffered.get()).toBe(true)
  dismissOffer()
  expect($isOffered.get()).toBe(false)
  await enter((await app.admin()).token)
  expect($isOffered.get()).toBe(true)
  await enter((await app.signUp()).token)
  expect($isOffered.get()).toBe(false)
})
