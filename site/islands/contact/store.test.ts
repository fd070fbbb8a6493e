import { afterEach, beforeEach, expect, test } from 'bun:test'

import { testApp } from '#api/test/app.ts'
import type { SupportRequest } from '#shared/requests/requests.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { cutNetwork, serveSite } from '#site/test/browser.ts'
import { contactForm, hireForm } from './store.ts'

const app = await testApp()
const admin = await app.admin()
let undo: () => void

beforeEach(() => {
  undo = serveSite(app)
})
afterEach(() => {
  undo()
  contactForm.reset()
  $toasts.set([])
})

const MESSAGE = {
  fullname: 'Pat Lee',
  email: 'pat@example.com',
  contact: '',
  company: 'Pat’s Plumbing',
  service: 'local',
  message: 'Do you do buses?',
  homepage: '',
}

const received = async () => {
  const { data } = (await (await admin.call('admin/supportRequests')).json()) as { data: SupportRequest[] }
  return data
}

test('delivers a visitor’s message to the agency and confirms it', async () => {
  expect(await contactForm.submit(MESSAGE)).toBe(true)
  expect($toasts.get()).toMatchObject([
    {
      type: 'success',
      title: 'Success',
      message: 'Request Submitted successfully!',
      duration: 5000,
    },
  ])
  const { homepage: _, ...sent } = MESSAGE
  expect((await received())[0]).toMatchObject(sent)
})

test('delivers a message about one of the agency’s own services by its title', async () => {
  const message = { ...MESSAGE, service: 'Content creation', message: 'Do you photograph bread?' }
  expect(await contactForm.submit(message)).toBe(true)
  expect((await received())[0]).toMatchObject({ service: 'other', offering: 'Content creation' })
})

test('requires a name and an email, but no message, to hire the agency', async () => {
  expect(await hireForm.submit({ service: 'other', message: '' })).toBe(false)
  expect(Object.keys(hireForm.$state.get().fields)).toEqual(['fullname', 'email'])
  for (const posts of [{}, { posts: '' }, { posts: '3' }]) {
    const wish = { ...MESSAGE, email: 'mia@example.com', message: '', ...posts }
    expect(await hireForm.submit(wish)).toBe(true)
    expect((await received())[0]).toMatchObject({ email: wish.email, message: '', ...posts })
  }
})

test('shows an error beside each missing field', async () => {
  expect(await contactForm.submit({ email: 'pat' })).toBe(false)
  expect(contactForm.$state.get().fields).toEqual({
    fullname: 'Please provide your name.',
    email: 'Please provide a valid email.',
    service: 'Please select a service.',
    message: 'Please enter your message.',
  })
  expect($toasts.get()).toEqual([])
})

test('keeps a message that can’t be sent, with the reason beside it', async () => {
  undo()
  undo = cutNetwork()
  expect(await contactForm.submit(MESSAGE)).toBe(false)
  expect($toasts.get()).toMatchObject([
    {
      type: 'error',
      title: 'Error',
      message: 'Failed to submit request. Please try again later.',
    },
  ])
  expect(contactForm.$state.get().message).toContain('can’t reach the server')
  expect(contactForm.draft()).toEqual(MESSAGE)
})

test('delivers a message once when it is resent after a lost response', async () => {
  const message = { ...MESSAGE, message: 'Do you do trams?' }
  const reach = globalThis.fetch
  const loseResponse = async (...call: Parameters<typeof fetch>) => {
    await reach(...call)
    throw new TypeError('connection reset')
  }
  globalThis.fetch = Object.assign(loseResponse, { preconnect: reach.preconnect })
  expect(await contactForm.submit(message)).toBe(false)
  globalThis.fetch = reach
  expect(await contactForm.submit(message)).toBe(true)
  expect($toasts.get()).toMatchObject([{ type: 'success' }])
  expect((await received()).filter(({ message }) => message.includes('trams'))).toHaveLength(1)

  expect(await contactForm.submit(message)).toBe(true)
  expect((await received()).filter(({ message }) => message.includes('trams'))).toHaveLength(2)
})

test('treats a page from another server as a failure', async () => {
  const reach = globalThis.fetch
  const portal = () => Promise.resolve(new Response('<h1>Hotel Wi-Fi</h1>'))
  globalThis.fetch = Object.assign(portal, { preconnect: reach.preconnect })
  expect(await contactForm.submit(MESSAGE)).toBe(false)
  globalThis.fetch = reach
  expect($toasts.get()).toMatchObject([{ type: 'error' }])
  expect(contactForm.draft()).toEqual(MESSAGE)
})

test('confirms a bot’s message and stores nothing', async () => {
  const before = await received()
  expect(await contactForm.submit({ ...MESSAGE, homepage: 'https://spam.example' })).toBe(true)
  expect(await received()).toEqual(before)
})
