import { serveSite } from '#site/test/browser.ts'

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'

import { testApp } from '#api/test/app.ts'
import { signIn, signOut } from '#site/lib/session.ts'
import { $domains } from '../domains/store.ts'
import { $firstSteps, $progress } from './first-steps.ts'

const app = await testApp()
let undo = () => {}

beforeAll(() => {
  undo = serveSite(app)
})
afterAll(() => {
  cleanStores($firstSteps, $progress, $domains)
  signOut()
  undo()
})

test('a new person is led to add a business, then to connect an account', async () => {
  const pat = await app.signUp()
  signIn(pat.token)
  keepMount($firstSteps)
  await Promise.all([$domains.reload(), $progress.reload()])
  expect($firstSteps.get()).toEqual({
    done: { business: false, account: false, post: false },
    next: 'business',
  })
  await pat.call('users/saveUserDomain', { json: { businessName: 'Pat’s Plumbing' } })
  await $domains.reload()
  expect($firstSteps.get()).toMatchObject({ done: { business: true }, next: 'account' })
})

test('the steps go away when all are done', () => {
  $progress.set({ state: 'ready', data: { connected: true, posted: true } })
  expect($firstSteps.get()).toBeUndefined()
})
