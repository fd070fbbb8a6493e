import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'

import { testApp } from '#api/test/app.ts'
import { $domains } from '#site/dashboard/shared/domains/store.ts'
import { signIn, signOut } from '#site/lib/session.ts'
import { serveSite } from '#site/test/browser.ts'
import { $firstSteps, $hasPosts, dismissFirstSteps, forgetDismissal } from './first-steps.ts'
import { $figures } from './stat-cards.ts'

const app = await testApp()
let undo = () => {}

beforeAll(() => {
  undo = serveSite(app)
})
afterAll(() => {
  cleanStores($firstSteps, $hasPosts, $figures, $domains)
  signOut()
  undo()
})

test('guides a new user to add a business, then to connect an account', async () => {
  const pat = await app.signUp()
  signIn(pat.token)
  keepMount($firstSteps)
  await Promise.all([$domains.reload(), $figures.reload(), $hasPosts.reload()])
  expect($firstSteps.get()).toEqual({
    done: { business: false, account: false, post: false },
    next: 'business',
  })
  await pat.call('users/saveUserDomain', { json: { businessName: 'Pat’s Plumbing' } })
  await $domains.reload()
  expect($firstSteps.get()).toMatchObject({ done: { business: true }, next: 'account' })
})

test('stays hidden once dismissed', () => {
  dismissFirstSteps()
  expect($firstSteps.get()).toBeUndefined()
  expect(localStorage.getItem('first-steps-dismissed')).toBe('true')
  forgetDismissal()
  expect($firstSteps.get()).toMatchObject({ next: 'account' })
})

test('disappears when all steps are done', () => {
  const figures = $figures.get()
  if (figures.state !== 'ready') throw new Error('no figures')
  $figures.set({ state: 'ready', data: { ...figures.data, connected: 1 } })
  $hasPosts.set({ state: 'ready', data: true })
  expect($firstSteps.get()).toBeUndefined()
})
