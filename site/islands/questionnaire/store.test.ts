import { afterEach, beforeEach, expect, test } from 'bun:test'

import { testApp } from '#api/test/app.ts'
import { type FeatureRequest, NO_CONTACT } from '#shared/requests/requests.ts'
import { signIn, signOut } from '#site/lib/session.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { cutNetwork, serveSite } from '#site/test/browser.ts'
import { type Answers, questionnaire } from './store.ts'

const app = await testApp()
const admin = await app.admin()
let undo: () => void

beforeEach(() => {
  undo = serveSite(app)
})
afterEach(() => {
  undo()
  signOut()
  questionnaire.reset()
  $toasts.set([])
})

const ANSWERS: Answers = {
  name: 'Pat Lee',
  contact: '0400 000 000',
  business: 'Pat’s Plumbing',
  websiteType: { basic: true, store: false, booking: true, blog: false, other: 'a price list' },
  pages: 'Home, Prices',
  design: 'Blue',
  existing: { logo: true, media: false, content: false, domain: true, hosting: false },
  extraFeatures: { payments: false, calendar: true, login: false, blog: false, languages: false, other: '' },
  budget: 'basic',
  timeline: 'flexible',
  comments: 'No hurry',
  homepage: '',
}

const EMPTY: Answers = { websiteType: {}, existing: {}, extraFeatures: {} }

test('delivers every answer to the agency', async () => {
  expect(await questionnaire.submit(ANSWERS)).toBe(true)
  expect($toasts.get()).toMatchObject([
    { type: 'success', message: 'Thank you for your submission. Our team will contact you shortly.' },
  ])
  const { data } = (await (await admin.call('admin/featureRequests')).json()) as { data: FeatureRequest[] }
  const { homepage: _, ...answers } = ANSWERS
  expect(data[0]).toMatchObject({ ...answers, requestType: 'Website' })
})

test('accepts a single answer with a contact, and rejects an empty questionnaire', async () => {
  expect(await questionnaire.submit(EMPTY)).toBe(false)
  expect(questionnaire.$state.get()).toMatchObject({
    message: 'Please answer at least one question.',
    fields: { contact: NO_CONTACT },
  })
  const answer = { ...EMPTY, websiteType: { store: true } }
  expect(await questionnaire.submit({ ...answer, contact: '0400 000 000' })).toBe(true)
})

test('asks visitors without a contact for one, but not clients', async () => {
  const answer = { ...EMPTY, websiteType: { store: true } }
  expect(await questionnaire.submit(answer)).toBe(false)
  expect(questionnaire.$state.get().fields).toEqual({ contact: NO_CONTACT })
  signIn((await app.signUp()).token)
  expect(await questionnaire.submit(EMPTY)).toBe(false)
  expect(questionnaire.$state.get().fields).toEqual({})
  expect(await questionnaire.submit(answer)).toBe(true)
})

test('reports a questionnaire that can’t be sent, and keeps the answers', async () => {
  undo()
  undo = cutNetwork()
  expect(await questionnaire.submit(ANSWERS)).toBe(false)
  expect($toasts.get()).toMatchObject([{ type: 'error', message: 'Failed to submit form.' }])
  expect(questionnaire.draft()).toEqual(ANSWERS)
})
