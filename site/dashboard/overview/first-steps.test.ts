import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'

import { testApp } from '#api/test/app.ts'
import { $domains } from '#site/dashboard/shared/domains/store.ts'
import { signIn, signOut } from '#site/lib/session.ts'
import { serveSite } from '#site/test/browser.ts'
import { $dismissed, $firstSteps, dismissFirstSteps } from './first-steps.ts'
import { $overview } from './store.ts'

const app = await testApp()
let undo = () => {}

beforeAll(() => {
  undo = serveSite(app)
})
afterAll(() => {
  cleanStores($firstSteps, $overview, $domains)
  signOut()
  undo()
})

test('guides a new user to add a business, then to connect an account', async () => {
  const pat = await app.signUp()
  signIn(pat.token)
  keepMount($firstSteps)
  await Promise.all([$domains.reload(), $overview.reload()])
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
  $dismissed.set(false)
  expect($firstSteps.get()).toMatchObject({ next: 'account' })
})

test('asks an approver, who may not connect accounts, for nothing', () => {
  const domains = $domains.get()
  if (domains.state !== 'ready') throw new Error('no businesses')
  $domains.set({
    state: 'ready',
    data: domains.data.map(domain => ({ ...domain, role: 'approver' as const })),
  })
  expect($firstSteps.get()).toBeUndefined()
  $domains.set(domains)
  expect($firstSteps.get()).toMatchObject({ next: 'account' })
})

test('disappears when all steps are done', () => {
  const overview = $overview.get()
  if (overview.state !== 'ready') throw new Error('no overview')
  const figures = { ...overview.data.figures, connected: 1 }
  $overview.set({ state: 'ready', data: { ...overview.data, figures, hasPosts: true } })
  expect($firstSteps.get()).toBeUndefined()
})
