import { beforeEach, expect, spyOn, test } from 'bun:test'

import { requestEvents, requests } from '#api/db/schema/businesses/requests.ts'
import { mailOutcomes } from '#api/db/schema/server/mail.ts'
import { LIMITS } from '#api/http/limits/limits.ts'
import { sweep } from '#api/jobs/jobs.ts'
import { newEmail, testApp, type TestApp } from '#api/test/app.ts'
import { brand } from '#shared/brand.ts'
import { PIPELINE_MESSAGES } from '#shared/requests/pipeline.ts'

type Person = Awaited<ReturnType<TestApp['signUp']>>
type Body = Record<string, any>

let api: TestApp
let ada: Person
let email: string
let path: string

beforeEach(async () => {
  api = await testApp()
  ada = await api.admin()
  email = newEmail()
  path = `admin/supportRequests/${await receive()}`
})

async function receive(changes: object = {}): Promise<string> {
  const json = { fullname: 'Pat Lee', email, service: 'local', message: 'Do you do buses?', ...changes }
  expect((await api.request('users/saveContactRequest', { json })).status).toBe(200)
  const [request] = await api.ctx.db.select().from(requests).orderBy(requests.id)
  return request!.id
}

async function call(path: string, init: object = {}, person = ada) {
  const response = await person.call(path, init)
  return { status: response.status, body: (await response.json()) as Body }
}
const read = async () => (await call(path)).body.data as Body
const change = (json: object, person = ada) => call(path, { method: 'PATCH', json }, person)
const replyInput = { version: 1, subject: 'Re: buses', text: 'We do.\n\nBuses and trams,\nboth.' }
const reply = (json: object = replyInput, key = 'reply-1', person = ada) =>
  call(`${path}/replies`, { json, headers: { 'Idempotency-Key': key } }, person)
const repliesTo = async (to: string) =>
  (await api.mail(to)).filter(mail => mail.to === to && mail.subject.startsWith('Re: '))

test('changes status and assignee, and records who changed what', async () => {
  const kim = await api.signUp({ role: 'admin', fullname: 'Kim Colleague' })
  await change({ version: 1, status: 'won' })
  api.clock.advance(1000)
  const { body } = await change({ version: 2, assigneeId: kim.userId }, kim)
  expect(body.data).toMatchObject({
    status: 'won',
    assignee: { _id: kim.userId, fullname: 'Kim Colleague' },
    version: 3,
    history: [
      { by: 'Ada Admin', kind: 'status', from: 'new', to: 'won', at: '2030-01-01T12:00:00.000Z' },
      { by: 'Kim Colleague', kind: 'assignee', from: null, to: 'Kim Colleague' },
    ],
  })
  const { data } = (await call('admin/supportRequests')).body
  expect(data[0]).toMatchObject({ status: 'won', assignee: { fullname: 'Kim Colleague' }, version: 3 })
})

test('records no history for a change that changes nothing', async () => {
  expect((await change({ version: 1, status: 'new', assigneeId: null })).body.data).toMatchObject({
    version: 1,
    history: [],
  })
})

test('rejects a change based on an older version, and returns the current values', async () => {
  await change({ version: 1, status: 'won' })
  const late = await change({ version: 1, status: 'lost' })
  expect(late).toMatchObject({
    status: 409,
    body: { message: PIPELINE_MESSAGES.changed, current: { status: 'won', version: 2 } },
  })
  expect((await read()).history).toHaveLength(1)
})

test('applies and records one of two simultaneous changes', async () => {
  const responses = await Promise.all(
    ['contacted', 'won', 'lost', 'won'].map(status => change({ version: 1, status })),
  )
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  const { status, version, history } = await read()
  expect(history).toMatchObject([{ kind: 'status', to: status }])
  expect(version).toBe(2)
})

test('assigns requests to administrators only', async () => {
  const client = await api.signUp()
  for (const assigneeId of [client.userId, 'nobody'])
    expect(await change({ version: 1, assigneeId })).toMatchObject({
      status: 400,
      body: { fields: { assigneeId: PIPELINE_MESSAGES.notAdministrator } },
    })
  expect((await call('admin/requests/administrators')).body.data).toEqual([
    { _id: ada.userId, fullname: 'Ada Admin' },
  ])
})

test('adds a note once, however often it is sent', async () => {
  const headers = { 'Idempotency-Key': 'note-1' }
  const note = (text: string) => call(`${path}/notes`, { json: { text }, headers })
  await Promise.all([note('Called, no answer'), note('Called, no answer')])
  const { body } = await note('Called again')
  expect(body.data.history).toMatchObject([
    { by: 'Ada Admin', kind: 'note', text: 'Called, no answer' },
    { by: 'Ada Admin', kind: 'note', text: 'Called again' },
  ])
  expect(body.data.version).toBe(1)
  expect((await note(' ')).status).toBe(400)
})

test('mails a reply in the agency’s name, with the sender’s text below', async () => {
  const send = spyOn(api.ctx.mailer, 'send')
  const { status, body } = await reply()
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    status: 'contacted',
    version: 2,
    history: [
      { by: 'Ada Admin', kind: 'reply', to: email, subject: 'Re: buses', mail: 'waiting' },
      { by: 'Ada Admin', kind: 'status', from: 'new', to: 'contacted' },
    ],
  })
  const [mail] = await repliesTo(email)
  expect(mail).toMatchObject({ recipients: [email], subject: 'Re: buses' })
  expect(send.mock.calls.find(([{ subject }]) => subject === 'Re: buses')?.[0].replyTo).toBe(brand.email)
  expect(mail!.text).toContain(
    `We do.\n\nBuses and trams,\nboth.\n\nAda Admin\n${brand.siteName}\n\nYou wrote on 1 January 2030:\n\n> Do you do buses?`,
  )
  expect(mail!.html).toContain('Buses and trams,<br>both.')
  expect((await read()).history[0]).toMatchObject({ mail: 'sent' })
})

test('keeps the status of a request that is further along', async () => {
  await change({ version: 1, status: 'won' })
  expect((await reply({ ...replyInput, version: 2 })).body.data.status).toBe('won')
})

test('sends one mail for a double click or a replay', async () => {
  const responses = await Promise.all([reply(), reply(), reply()])
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await repliesTo(email)).toHaveLength(1)
  expect((await reply()).status).toBe(200)
  expect(await repliesTo(email)).toHaveLength(1)
  expect((await read()).history).toHaveLength(2)
})

test('doesn’t send a second colleague’s reply before they have seen the first', async () => {
  const kim = await api.signUp({ role: 'admin', fullname: 'Kim Colleague' })
  const [first, second] = await Promise.all([reply(), reply(replyInput, 'reply-2', kim)])
  expect([first.status, second.status].toSorted()).toEqual([200, 409])
  const refused = [first, second].find(({ status }) => status === 409)!
  expect(refused.body.current).toMatchObject({ version: 2, history: [{ kind: 'reply' }, { kind: 'status' }] })
  expect(await repliesTo(email)).toHaveLength(1)
  expect((await reply(replyInput, 'reply-3', kim)).status).toBe(409)
  expect((await reply({ ...replyInput, version: 2 }, 'reply-4', kim)).status).toBe(200)
  expect(await repliesTo(email)).toHaveLength(2)
})

test('keeps line breaks out of the mail’s headers, and HTML out of its text', async () => {
  await reply({ version: 1, subject: 'Re: x\r\nBcc: all@example.com', text: '<b>Hello</b>' })
  const [mail] = await repliesTo(email)
  expect(mail).toMatchObject({ recipients: [email], subject: 'Re: x Bcc: all@example.com' })
  expect(mail!.html).toContain('&lt;b&gt;Hello')
})

test('replies to the contact of a questionnaire only if it is one e-mail', async () => {
  for (const [contact, status] of [
    [email, 200],
    ['0400 111 111', 400],
    [`${email}, all@example.com`, 400],
    [`${email}\r\nBcc: all@example.com`, 400],
  ] as const) {
    await api.request('users/saveFeatureRequest', { json: { contact, business: 'Kim’s Kites' } })
    const [request] = (await call('admin/featureRequests')).body.data as Body[]
    const { body, ...sent } = await call(`admin/featureRequests/${request!._id}/replies`, {
      json: replyInput,
    })
    expect([contact, sent.status]).toEqual([contact, status])
    if (status === 400) expect(body.message).toBe(PIPELINE_MESSAGES.noEmail)
    api.clock.advance(1000)
  }
  const [mail] = await repliesTo(email)
  expect(mail!.text).toContain('> Business: Kim’s Kites')
})

test('says that a reply failed when the mail server refuses its recipient', async () => {
  api.ctx.mailer.send = () =>
    Promise.reject(
      Object.assign(new Error('550'), { code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' }),
    )
  await reply()
  await api.mail(email)
  expect((await read()).history[0]).toMatchObject({ kind: 'reply', mail: 'failed' })
})

test('limits the replies of an administrator, without counting replays', async () => {
  for (let sent = 0; sent < LIMITS.replyToRequest.max; sent++) {
    expect((await reply({ ...replyInput, version: sent + 1 }, `reply-${sent}`)).status).toBe(200)
    if (sent === 0) expect((await reply({ ...replyInput, version: 1 }, 'reply-0')).status).toBe(200)
  }
  const next = { ...replyInput, version: LIMITS.replyToRequest.max + 1 }
  expect((await reply(next, 'one-more')).status).toBe(429)
})

test('counts unanswered requests, and sends the counts to administrators only', async () => {
  const client = await api.signUp()
  const counts = async () => (await call('admin/requests/unanswered')).body.data as Body
  const events = async () =>
    (await api.ctx.db.$client.execute(`select user_id from live_events where type = 'requests'`)).rows
  await api.request('users/saveFeatureRequest', { json: { name: 'Mia', contact: '0400 000 000' } })
  expect(await counts()).toEqual({ support: 1, feature: 1 })
  const before = (await events()).length
  await change({ version: 1, status: 'lost' })
  expect(await counts()).toEqual({ support: 0, feature: 1 })
  await call(path, { method: 'DELETE' })
  const notified = (await events()).map(({ user_id }) => user_id)
  expect(notified).toHaveLength(before + 2)
  expect(notified).not.toContain(client.userId)
})

test('keeps the history when a colleague’s account is deleted, without their name', async () => {
  const kim = await api.signUp({ role: 'admin', fullname: 'Kim Colleague' })
  await change({ version: 1, assigneeId: kim.userId }, kim)
  await api.ctx.db.$client.execute({ sql: 'delete from users where id = ?', args: [kim.userId] })
  expect(await read()).toMatchObject({
    assignee: null,
    history: [{ by: null, kind: 'assignee', to: 'a former colleague' }],
  })
})

test('deletes the history and the outcomes of replies with the request', async () => {
  await reply()
  await api.mail(email)
  expect(await api.ctx.db.$count(mailOutcomes)).toBe(1)
  await call(path, { method: 'DELETE' })
  expect((await reply()).status).toBe(404)
  api.clock.advance(24 * 60 * 60_000)
  await sweep(api.ctx)
  expect(await api.ctx.db.$count(requestEvents)).toBe(0)
  expect(await api.ctx.db.$count(mailOutcomes)).toBe(0)
})
