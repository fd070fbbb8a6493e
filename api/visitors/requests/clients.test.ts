import { beforeEach, expect, test } from 'bun:test'

import { domains } from '#api/db/schema/businesses/domains.ts'
import { requests } from '#api/db/schema/businesses/requests.ts'
import { newEmail, testApp, type TestApp } from '#api/test/app.ts'
import { addMember } from '#api/test/members.ts'
import { PIPELINE_MESSAGES } from '#shared/requests/pipeline.ts'
import { UNDO_MS } from '#shared/timings.ts'

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
  const json = {
    fullname: 'Mia Chen',
    email,
    company: 'Harbour Bakehouse',
    service: 'local',
    message: 'Hello',
  }
  await api.request('users/saveContactRequest', { json })
  const [request] = await api.ctx.db.select().from(requests)
  path = `admin/supportRequests/${request!.id}`
})

async function call(path: string, init: object = {}, person = ada) {
  const response = await person.call(path, init)
  return { status: response.status, body: (await response.json()) as Body }
}
const client = (changes: object = {}) => ({
  version: 1,
  businessName: 'Harbour Bakehouse',
  websiteURL: '',
  timeZone: 'Australia/Sydney',
  email,
  ...changes,
})
const create = (changes?: object, person = ada) => call(`${path}/client`, { json: client(changes) }, person)
const undo = (json: object = { version: 2, status: 'new' }, person = ada) =>
  call(`${path}/client/undo`, { json }, person)
const businesses = async () => (await api.ctx.db.select().from(domains)).map(each => each.businessName)
const invitationsTo = async (to: string) =>
  (await api.mail(to)).filter(mail => mail.to === to && mail.subject.includes('invited you'))

test('creates the business, marks the request as won and invites the owner', async () => {
  const { status, body } = await create()
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    status: 'won',
    client: { businessName: 'Harbour Bakehouse' },
    version: 2,
    history: [
      { kind: 'client', by: 'Ada Admin', businessName: 'Harbour Bakehouse' },
      { kind: 'status', from: 'new', to: 'won' },
    ],
  })
  const { data } = (await call('users/getUserDomain')).body
  expect(data).toMatchObject([{ _id: body.data.client._id, role: 'owner', timeZone: 'Australia/Sydney' }])

  api.clock.advance(UNDO_MS + 5000)
  const [mail] = await invitationsTo(email)
  const token = /invite\/(\w+)/.exec(mail!.text)![1]
  const mia = await api.signUp()
  expect((await call(`invitations/${token}/accept`, { method: 'POST' }, mia)).body.data).toMatchObject({
    businessName: 'Harbour Bakehouse',
    role: 'owner',
  })
})

test('creates one client from many simultaneous calls', async () => {
  const kim = await api.signUp({ role: 'admin', fullname: 'Kim Colleague' })
  const all = await Promise.all([create(), create(), create({ businessName: 'Bakehouse' }, kim)])
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(all.map(({ body }) => body.data.client._id)).size).toBe(1)
  expect(await businesses()).toHaveLength(1)
  expect((await create({ version: 2 }, kim)).body.data.client).toEqual(all[0].body.data.client)
  api.clock.advance(UNDO_MS + 5000)
  expect(await invitationsTo(email)).toHaveLength(1)
  expect((await call(path)).body.data.history.filter((each: Body) => each.kind === 'client')).toHaveLength(1)
})

test('creates nothing if a colleague has changed the request in the meantime', async () => {
  await call(path, { method: 'PATCH', json: { version: 1, status: 'lost' } })
  expect(await create()).toMatchObject({
    status: 409,
    body: { message: PIPELINE_MESSAGES.changed, current: { status: 'lost', version: 2, client: null } },
  })
  expect(await businesses()).toEqual([])
})

test('invites nobody without an e-mail, and rejects a wrong one', async () => {
  expect((await create({ email: 'mia' })).body.fields).toEqual({ email: 'Email format is invalid' })
  expect((await create({ email: '' })).status).toBe(200)
  api.clock.advance(UNDO_MS + 5000)
  expect(await invitationsTo(email)).toEqual([])
})

test('undoes the creation of an unused client, before the invitation is mailed', async () => {
  await create()
  expect((await undo()).body.data).toMatchObject({
    status: 'new',
    client: null,
    version: 3,
    history: [{}, {}, { kind: 'client', undone: true }, { kind: 'status', from: 'won', to: 'new' }],
  })
  expect(await businesses()).toEqual([])
  api.clock.advance(UNDO_MS + 5000)
  expect(await invitationsTo(email)).toEqual([])
  expect((await create({ version: 3 })).body.data.client).toMatchObject({ businessName: 'Harbour Bakehouse' })
})

test('keeps a business that is in use, or that isn’t the caller’s', async () => {
  const { _id } = (await create()).body.data.client
  const kim = await api.signUp({ role: 'admin', fullname: 'Kim Colleague' })
  expect((await undo(undefined, kim)).status).toBe(409)
  await addMember(api.ctx, { domainId: _id, userId: kim.userId, role: 'viewer' })
  expect((await undo()).status).toBe(409)
  expect(await businesses()).toEqual(['Harbour Bakehouse'])
  expect((await call(path)).body.data).toMatchObject({ status: 'won', client: { _id } })
})

test('can create the client again once the business is deleted', async () => {
  const { _id } = (await create()).body.data.client
  await ada.call(`users/deleteUserDomain/${_id}`, { method: 'DELETE' })
  expect((await call(path)).body.data).toMatchObject({ client: null, version: 2 })
  expect((await create({ version: 2 })).body.data.client._id).not.toBe(_id)
})
