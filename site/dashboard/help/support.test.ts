import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'

import { testApp } from '#api/test/app.ts'
import type { SupportRequest } from '#shared/requests/requests.ts'
import { PHONE_MESSAGES } from '#shared/text/phone.ts'
import { signIn, signOut } from '#site/lib/session.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { cutNetwork, serveSite } from '#site/test/browser.ts'
import { closeDialog, openedDialog } from '#site/test/dialog.ts'
import { openFromUrl } from './support.ts'
import { callForm, questionForm } from './SupportDialogs.tsx'

const app = await testApp()
const admin = await app.admin()
let undo = () => {}

beforeAll(async () => {
  undo = serveSite(app)
  signIn((await app.signUp({ fullname: 'Pat Lee' })).token)
})
afterEach(() => {
  questionForm.reset()
  callForm.reset()
  closeDialog()
  $toasts.set([])
})
afterAll(() => {
  signOut()
  undo()
})

const QUESTION = {
  kind: 'question',
  subject: 'posting',
  message: 'Where is my post?',
  email: 'pat@example.com',
  updates: true,
}
const received = async () => {
  const { data } = (await (await admin.call('admin/supportRequests')).json()) as { data: SupportRequest[] }
  return data
}

test('delivers a question to the agency and confirms it', async () => {
  expect(await questionForm.submit(QUESTION)).toBe(true)
  expect((await received())[0]).toMatchObject({
    fullname: 'Pat Lee',
    service: 'posting',
    message: 'Where is my post?',
  })
  expect($toasts.get()).toMatchObject([
    { type: 'success', message: 'Your message has been sent. We’ll reply by email.' },
  ])
})

test('shows an error beside each missing field', async () => {
  expect(await questionForm.submit({ kind: 'question', email: 'pat' })).toBe(false)
  expect(questionForm.$state.get().fields).toEqual({
    subject: 'Please select a subject.',
    message: 'Please enter your message.',
    email: 'Please provide a valid email.',
  })
  expect(await callForm.submit({ kind: 'call', phone: 'none' })).toBe(false)
  expect(callForm.$state.get().fields).toEqual({
    phone: PHONE_MESSAGES.invalid,
    preferredAt: 'Please choose a time.',
  })
})

test('keeps the form after a network failure', async () => {
  const mend = cutNetwork()
  expect(await questionForm.submit(QUESTION)).toBe(false)
  mend()
  undo = serveSite(app)
  expect(questionForm.$state.get().message).toContain('can’t reach the server')
  expect(questionForm.draft()).toEqual(QUESTION)
})

test('requests a call', async () => {
  const preferredAt = new Date(+app.clock.now() + 24 * 60 * 60_000).toISOString()
  expect(await callForm.submit({ kind: 'call', phone: '0400 000 000', preferredAt, message: '' })).toBe(true)
  expect((await received())[0]).toMatchObject({ service: 'call', contact: '0400 000 000', preferredAt })
})

test('opens the form with the subject in the URL', async () => {
  await openFromUrl('?contact=billing')
  expect(openedDialog()).toEqual({ name: 'ContactDialog', subject: 'billing' })
  await openFromUrl('?contact=weather')
  expect(openedDialog()).toMatchObject({ subject: '' })
  closeDialog()
  await openFromUrl('')
  expect(openedDialog()).toBeUndefined()
})
