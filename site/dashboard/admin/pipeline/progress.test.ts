import { afterEach, beforeEach, expect, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'

import { testApp, type TestApp } from '#api/test/app.ts'
import { PIPELINE_MESSAGES } from '#shared/requests/pipeline.ts'
import { websiteIn } from '#shared/requests/replies.ts'
import { signIn, signOut } from '#site/lib/session.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { cutNetwork, serveSite } from '#site/test/browser.ts'
import { supportRequests } from '../SupportRequests.tsx'
import { requestProgress, type RequestProgress } from './progress.ts'

type Person = Awaited<ReturnType<TestApp['signUp']>>

let app: TestApp
let colleague: Person
let undo: () => void
let progress: RequestProgress
let path: string

beforeEach(async () => {
  app = await testApp()
  undo = serveSite(app)
  signIn((await app.admin()).token)
  colleague = await app.signUp({ role: 'admin', fullname: 'Kim Colleague' })
  const json = { fullname: 'Pat Lee', email: 'pat@example.com', service: 'sms', message: 'Hello' }
  await app.request('users/saveContactRequest', { json })
  keepMount(supportRequests.$view)
  await supportRequests.$all.reload()
  const request = supportRequests.$view.get().rows[0]!
  path = `admin/supportRequests/${request._id}`
  progress = requestProgress(supportRequests.calls, request, stage =>
    supportRequests.restage(request._id, stage),
  )
  keepMount(progress.$progress)
  await progress.$progress.reload()
})
afterEach(() => {
  cleanStores(progress.$progress, supportRequests.$all, supportRequests.$view)
  supportRequests.$all.reset()
  progress.note.reset()
  progress.reply.reset()
  $toasts.set([])
  signOut()
  undo()
})

const history = () => progress.$progress.get().data?.history ?? []
const byColleague = async (json: object, rest = '') => {
  const method = rest ? 'POST' : 'PATCH'
  expect((await colleague.call(`${path}${rest}`, { method, json })).status).toBe(200)
}
const reply = { subject: 'Re: Hello', text: 'We call you today.' }

test('saves a change at once, and shows it in the list', async () => {
  await progress.change({ status: 'won' })
  expect(progress.$stage.get()).toMatchObject({ status: 'won', version: 2 })
  expect(supportRequests.$view.get().rows[0]).toMatchObject({ status: 'won', version: 2 })
  expect(history()).toMatchObject([{ kind: 'status', by: 'Ada Admin' }])
})

test('shows a colleague’s change instead of overwriting it', async () => {
  await byColleague({ version: 1, status: 'won' })
  await progress.change({ status: 'lost' })
  expect(progress.$stage.get()).toMatchObject({ status: 'won', version: 2 })
  expect($toasts.get()).toMatchObject([{ type: 'error', message: PIPELINE_MESSAGES.changed }])
  await progress.change({ status: 'lost' })
  expect(progress.$stage.get()).toMatchObject({ status: 'lost', version: 3 })
})

test('keeps the shown values when a change isn’t saved', async () => {
  cutNetwork()
  await progress.change({ status: 'lost' })
  expect(progress.$stage.get()).toMatchObject({ status: 'new', version: 1 })
  expect($toasts.get()).toMatchObject([{ type: 'error' }])
})

test('keeps the text of a note that wasn’t saved, and saves it later', async () => {
  cutNetwork()
  expect(await progress.note.submit({ text: 'Called' })).toBe(false)
  undo = serveSite(app)
  expect(progress.note.draft()).toEqual({ text: 'Called' })
  expect(await progress.note.submit({ text: 'Called' })).toBe(true)
  expect(history()).toMatchObject([{ kind: 'note', text: 'Called' }])
})

test('keeps the text of a reply if a colleague has replied meanwhile, and sends it once their reply was seen', async () => {
  progress.beginReply()
  await byColleague({ version: 1, subject: 'Re: Hello', text: 'Kim here.' }, '/replies')
  expect(await progress.reply.submit(reply)).toBe(false)
  expect(progress.reply.$state.get().message).toBe(PIPELINE_MESSAGES.changed)
  expect(progress.reply.draft()).toEqual(reply)
  const seen = progress.$replyingTo.get()!.history.length
  expect(history().slice(seen)).toMatchObject([{ kind: 'reply', by: 'Kim Colleague' }, { kind: 'status' }])

  expect(await progress.reply.submit(reply)).toBe(true)
  expect(history().at(-1)).toMatchObject({ kind: 'reply', by: 'Ada Admin', text: 'We call you today.' })
  expect(progress.$stage.get().status).toBe('contacted')
})

test('asks for a subject and a message before sending', async () => {
  progress.beginReply()
  expect(await progress.reply.submit({ subject: ' ', text: '' })).toBe(false)
  expect(progress.reply.$state.get().fields).toEqual({
    subject: 'Please write a subject.',
    text: 'Please write a message.',
  })
})

test('creates a client from the request’s details, shows it in the list, and undoes it', async () => {
  await byColleague({ version: 1, status: 'contacted' })
  await progress.$progress.reload()
  const form = { businessName: 'Harbour Bakehouse', websiteURL: '', email: 'mia@example.com' }
  expect(await progress.newClient.submit({ ...form, businessName: '' })).toBe(false)
  expect(progress.newClient.$state.get().fields).toEqual({ businessName: 'Please enter a name.' })
  expect(await progress.newClient.submit(form)).toBe(true)
  const made = { status: 'won', client: { businessName: 'Harbour Bakehouse' } } as const
  expect(progress.$stage.get()).toMatchObject(made)
  expect(supportRequests.$view.get().rows[0]).toMatchObject(made)

  $toasts.get().at(-1)?.action?.run()
  await new Promise<void>(resolve => {
    const stop = progress.$stage.listen(({ client }) => {
      if (client !== null) return
      stop()
      resolve()
    })
  })
  expect(progress.$stage.get()).toMatchObject({ status: 'contacted', client: null })
})

test('finds the first web address in a text', () => {
  expect(websiteIn('We are at www.bakehouse.example, or https://b.example/x.')).toBe('www.bakehouse.example')
  expect(websiteIn('(see https://b.example/menu?x=1)')).toBe('https://b.example/menu?x=1')
  expect(websiteIn('No website yet.')).toBe('')
})
