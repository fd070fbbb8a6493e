import { afterEach, beforeEach, expect, jest, test } from 'bun:test'

import { testApp } from '#api/test/app.ts'
import { AD_MANAGEMENT, type FeatureRequest } from '#shared/requests/requests.ts'
import { signIn, signOut } from '#site/lib/session.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { cutNetwork, serveSite } from '#site/test/browser.ts'
import { adCampaign } from './store.ts'

const app = await testApp()
const admin = await app.admin()
let undo: () => void

beforeEach(() => {
  undo = serveSite(app)
})
afterEach(() => {
  undo()
  signOut()
  adCampaign.reset()
  $toasts.set([])
})

const CAMPAIGN = {
  requestType: AD_MANAGEMENT,
  campaignObjective: 'Boost product sales',
  targetAudience: 'People with dripping taps',
  platforms: ['facebook', 'youtube'],
  budgetRange: '$500 - $1,000',
}
const SENDER = { name: 'Pat Lee', email: 'pat@example.com' }

const received = async () => {
  const { data } = (await (await admin.call('admin/featureRequests')).json()) as { data: FeatureRequest[] }
  return data
}

/** Submits, and advances the clock over the two seconds before sending. */
async function submit(values: Parameters<typeof adCampaign.submit>[0]) {
  jest.useFakeTimers()
  const sent = adCampaign.submit(values)
  jest.advanceTimersByTime(1999)
  const early = (await received()).length
  jest.advanceTimersByTime(1)
  jest.useRealTimers()
  return { early, taken: await sent }
}

test('sends a complete campaign with its sender two seconds after submit', async () => {
  const before = (await received()).length
  expect(await submit({ ...CAMPAIGN, ...SENDER })).toEqual({ early: before, taken: true })
  expect($toasts.get()).toMatchObject([
    { type: 'success', message: 'Thank you for your submission. Our team will contact you shortly.' },
  ])
  expect((await received())[0]).toMatchObject({ ...CAMPAIGN, ...SENDER })
})

test('asks signed-in users for no name, and still records who they are', async () => {
  const person = await app.signUp({ fullname: 'Kim Ng' })
  signIn(person.token)
  expect((await submit(CAMPAIGN)).taken).toBe(true)
  expect((await received())[0]).toMatchObject({ ...CAMPAIGN, name: 'Kim Ng', email: person.email })
})

test('shows an error beside each missing field, and one for the form', async () => {
  const empty = {
    requestType: AD_MANAGEMENT,
    campaignObjective: '',
    targetAudience: ' ',
    platforms: [],
    budgetRange: '',
  }
  expect(await adCampaign.submit(empty)).toBe(false)
  expect(adCampaign.$state.get()).toEqual({
    sending: false,
    message: 'Please fill in all required fields.',
    fields: {
      campaignObjective: 'Please select a campaign objective',
      targetAudience: 'Please describe your target audience',
      platforms: 'Please select at least one platform',
      budgetRange: 'Please select a budget range',
      name: 'Please provide your name.',
      email: 'Please provide a valid email.',
    },
  })
})

test('asks for a description of another objective', async () => {
  const values = { ...CAMPAIGN, ...SENDER, campaignObjective: 'Other (please specify)' }
  expect(await adCampaign.submit({ ...values, otherObjective: ' ' })).toBe(false)
  expect(adCampaign.$state.get().fields).toEqual({ otherObjective: 'Please say what it should do.' })
  expect((await submit({ ...values, otherObjective: 'Fill Tuesday evenings' })).taken).toBe(true)
})

test('reports a campaign that can’t be sent, and keeps the typed text', async () => {
  undo()
  undo = cutNetwork()
  jest.useFakeTimers()
  const sent = adCampaign.submit({ ...CAMPAIGN, ...SENDER })
  jest.advanceTimersByTime(2000)
  jest.useRealTimers()
  expect(await sent).toBe(false)
  expect($toasts.get()).toMatchObject([{ type: 'error', message: 'Failed to submit form.' }])
  expect(adCampaign.draft()).toEqual({ ...CAMPAIGN, ...SENDER })
})
