import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'

import { testApp } from '#api/test/app.ts'
import type { Overview } from '#shared/overview.ts'
import type { Post } from '#shared/posts/posts.ts'
import { $domains } from '#site/dashboard/shared/domains/store.ts'
import { signIn, signOut } from '#site/lib/session.ts'
import { serveSite } from '#site/test/browser.ts'
import { $dismissed, $firstSteps, dismissFirstSteps } from './first-steps.ts'
import { newBusinessForm } from './FirstSteps.tsx'
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
    done: { business: false, account: false, week: false },
    next: 'business',
    planned: 0,
    goal: 0,
    canConnect: true,
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

test('goes on to a filled week, also without posting times, and disappears then', () => {
  const overview = $overview.get()
  if (overview.state !== 'ready') throw new Error('no overview')
  const show = (change: Partial<Overview>) =>
    $overview.set({ state: 'ready', data: { ...overview.data, figures, hasPosts: true, ...change } })
  const figures = { ...overview.data.figures, connected: 1 }
  const posts = (count: number) => Array.from({ length: count }, () => ({}) as Post)
  show({ next: posts(1) })
  expect($firstSteps.get()).toMatchObject({ done: { account: true }, next: 'week', goal: 0 })
  const [monday] = overview.data.week
  const week = [1, 2].map(slots => ({ ...monday!, slots }))
  show({ week, next: posts(1) })
  expect($firstSteps.get()).toMatchObject({ next: 'week', planned: 1, goal: 3 })
  show({ week, next: posts(3) })
  expect($firstSteps.get()).toBeUndefined()
  show({ isStarting: false })
  expect($firstSteps.get()).toBeUndefined()
})

test('adds the first business with the suggested posting times, so that accounts come next', async () => {
  const mia = await app.signUp()
  signIn(mia.token)
  await Promise.all([$domains.reload(), $overview.reload()])
  expect($firstSteps.get()).toMatchObject({ next: 'business' })
  const hasTimes = new Promise<void>(resolve => {
    const stop = $firstSteps.listen(steps => {
      if (!steps?.goal) return
      resolve()
      stop()
    })
  })
  const entry = { businessName: 'Harbour Bakehouse', websiteURL: '', timeZone: 'Australia/Perth' }
  expect(await newBusinessForm().submit(entry)).toBe(true)
  await hasTimes
  expect($firstSteps.get()).toMatchObject({ done: { business: true }, next: 'account', canConnect: true })
})
