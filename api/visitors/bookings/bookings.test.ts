import { beforeEach, expect, test } from 'bun:test'
import ICAL from 'ical.js'

import { bookings } from '#api/db/schema/businesses/bookings.ts'
import { requests } from '#api/db/schema/businesses/requests.ts'
import { newEmail, testApp, type TestApp } from '#api/test/app.ts'
import { type Booking, BOOKING_MESSAGES, type FreeSlots } from '#shared/bookings.ts'
import { brand } from '#shared/brand.ts'
import { calls } from '#shared/calls.ts'
import { DAY_MS, HOUR_MS } from '#shared/durations.ts'
import { remindOfCalls } from './bookings.ts'

let api: TestApp
let email: string

beforeEach(async () => {
  api = await testApp()
  email = newEmail()
})

async function call<Body>(path: string, init: object = {}) {
  const response = await api.request(`bookings${path}`, init)
  return { status: response.status, body: (await response.json()) as { data: Body; message?: string } }
}

const free = async () => (await call<FreeSlots>('/slots')).body.data.slots
const form = (startsAt: string | undefined, changes: object = {}) => ({
  startsAt,
  contact: '0400 000 000',
  timeZone: 'Australia/Perth',
  fullname: 'Mia Chen',
  email,
  message: 'Posts for a bakery',
  ...changes,
})
const book = (startsAt: string | undefined, changes?: object, key = 'one') =>
  call<{ token: string }>('', { json: form(startsAt, changes), headers: { 'Idempotency-Key': key } })
const bookFirst = async () => {
  const [startsAt = ''] = await free()
  const { token } = (await book(startsAt)).body.data
  return { startsAt, token }
}
const mails = async (to = email) => (await api.mail(to)).filter(mail => mail.to === to)

/** Returns the local time of an instant for the agency. */
const local = (instant: string) =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(calls.timeZone).toPlainDateTime().toString()

async function event(token: string) {
  const file = await (await api.request(`bookings/${token}/call.ics`)).text()
  return new ICAL.Event(new ICAL.Component(ICAL.parse(file)).getFirstSubcomponent('vevent') ?? undefined)
}

test('offers the agency’s hours of the next three weeks, from a day ahead', async () => {
  const slots = await free()
  // Noon of New Year in UTC is Tuesday, 11 pm, in Melbourne, where Wednesday’s hours are less than a day away.
  expect(slots.slice(0, 8).map(local)).toEqual([
    '2030-01-03T09:30:00',
    '2030-01-03T09:50:00',
    '2030-01-03T10:10:00',
    '2030-01-03T10:30:00',
    '2030-01-03T10:50:00',
    '2030-01-03T11:10:00',
    '2030-01-03T11:30:00',
    '2030-01-03T13:30:00',
  ])
  expect(slots.every(slot => +new Date(slot) <= +api.clock.now() + 21 * DAY_MS)).toBe(true)
})

test('keeps the agency’s local hours when its clocks change, and tells each reader their own', async () => {
  api.clock.set(new Date('2030-04-03T00:00:00Z'))
  const slots = await free()
  const [before, after] = ['2030-04-05', '2030-04-08'].map(
    day => slots.find(slot => local(slot).startsWith(day)) ?? '',
  )
  expect([before, after].map(slot => [slot, local(slot!)])).toEqual([
    ['2030-04-04T22:30:00.000Z', '2030-04-05T09:30:00'],
    ['2030-04-07T23:30:00.000Z', '2030-04-08T09:30:00'],
  ])
  const { token } = (await book(after)).body.data
  const { startDate, endDate } = await event(token)
  expect(startDate.toString()).toBe('2030-04-07T23:30:00Z')
  expect(endDate.subtractDate(startDate).toSeconds()).toBe(calls.minutes * 60)
  const [mail] = await mails()
  expect(mail?.text).toContain('Monday 8 April 2030 at 7:30 am AWST')
  expect(mail?.text).toContain('Monday 8 April 2030 at 9:30 am AEST')
})

test('gives one of two visitors a time that both want', async () => {
  const [slot] = await free()
  const both = await Promise.all([book(slot), book(slot, { email: newEmail(), fullname: 'Pat Lee' }, 'two')])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)?.body.message).toBe(BOOKING_MESSAGES.taken)
  expect(await api.ctx.db.select().from(bookings)).toHaveLength(1)
  expect(await api.ctx.db.select().from(requests)).toHaveLength(1)
  expect(await free()).not.toContain(slot)
})

test('frees the time of a deleted request at once, and gives it to the next visitor', async () => {
  const ada = await api.admin()
  const { startsAt, token } = await bookFirst()
  const [request] = await api.ctx.db.select().from(requests)
  await ada.call(`admin/supportRequests/${request?.id}`, { method: 'DELETE' })
  expect(await free()).toContain(startsAt)
  expect((await book(startsAt, { email: newEmail() }, 'two')).status).toBe(200)
  expect(await free()).not.toContain(startsAt)
  await ada.call(`admin/supportRequests/${request?.id}/restore`, { json: {} })
  expect((await call<Booking>(`/${token}`)).body.data.startsAt).toBeNull()
})

test('refuses a time outside the agency’s hours', async () => {
  expect((await book('2030-01-05T00:00:00.000Z')).status).toBe(409)
})

test('books a call without a subject', async () => {
  const [slot] = await free()
  expect((await book(slot, { message: '' })).status).toBe(200)
  const [request] = await api.ctx.db.select().from(requests)
  expect(request?.content).toMatchObject({ message: '' })
  const mail = (await mails(brand.email)).find(({ text }) => text.includes(email))
  expect(mail?.subject).toBe('Mia Chen has booked a call')
})

test('books once when the same form arrives twice', async () => {
  const [slot] = await free()
  const first = await book(slot)
  expect(await book(slot)).toEqual(first)
  expect(await mails()).toHaveLength(1)
})

test('puts the call into the agency’s pipeline, and follows its changes', async () => {
  const ada = await api.admin()
  const { startsAt, token } = await bookFirst()
  const received = async () =>
    ((await (await ada.call('admin/supportRequests')).json()) as { data: object[] }).data[0]
  expect(await received()).toMatchObject({
    fullname: 'Mia Chen',
    service: 'booked-call',
    preferredAt: startsAt,
    message: 'Posts for a bakery',
    version: 1,
  })
  const [, later = ''] = await free()
  const first = await event(token)
  expect((await call<Booking>(`/${token}/move`, { json: { startsAt: later } })).body.data.startsAt).toBe(
    later,
  )
  const moved = await event(token)
  expect([moved.uid, moved.sequence]).toEqual([first.uid, 1])
  expect(await received()).toMatchObject({ preferredAt: later, version: 2 })
  expect(await free()).toContain(startsAt)

  expect((await call<Booking>(`/${token}/cancel`, { method: 'POST' })).body.data.startsAt).toBeNull()
  expect((await call<Booking>(`/${token}/cancel`, { method: 'POST' })).status).toBe(200)
  expect(await received()).toMatchObject({ service: 'cancelled-call', version: 3 })
  expect(await free()).toContain(later)
  expect((await call(`/${token}/move`, { json: { startsAt } })).status).toBe(409)

  const subjects = (await mails()).map(({ subject }) => subject.split(':')[0]).toReversed()
  expect(subjects).toEqual(['Your call is booked', 'Your call has a new time', 'Your call is cancelled'])
  const toAgency = (await mails(brand.email)).filter(({ text }) => text.includes(email))
  expect(toAgency.map(({ subject }) => subject).toReversed()).toEqual([
    'Mia Chen has booked a call',
    'Mia Chen has moved a call',
    'Mia Chen has cancelled a call',
  ])
})

test('mails the visitor who calls, on which number and about what, without their name and links', async () => {
  const [slot] = await free()
  const typed = {
    fullname: 'Win a prize',
    caller: 'Maggie',
    contact: '0400 000 000 www.spam.example',
    message: 'Posts for a bakery. https://spam.example',
  }
  const { token } = (await book(slot, typed)).body.data
  const [mail] = await mails()
  expect(mail?.text).not.toMatch(/Win a prize|spam/)
  expect(mail?.text).toContain('Maggie will call you then on 0400 000 000 [link], for 20 minutes')
  expect(mail?.text).toContain('> Posts for a bakery. [link]')
  const toAgency = (await mails(brand.email)).find(({ text }) => text.includes(email))
  expect(toAgency?.text).toContain('Caller: Maggie')
  expect(await (await api.request(`bookings/${token}/call.ics`)).text()).not.toMatch(/Win a prize|spam/)
  expect(mail?.attachments).toContainEqual(expect.objectContaining({ name: 'call.ics' }))
})

test('moves a call a few times a day, because each move is mailed', async () => {
  const { token } = await bookFirst()
  const [one = '', other = ''] = await free()
  const statuses: number[] = []
  for (let move = 0; move < 8; move++)
    statuses.push((await call(`/${token}/move`, { json: { startsAt: move % 2 ? one : other } })).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429])
})

test('reminds of a call once, a day before, also of a moved one', async () => {
  const { token } = await bookFirst()
  const startsAt = (await free()).at(-1) ?? ''
  await call(`/${token}/move`, { json: { startsAt } })
  const reminders = async () => (await mails()).filter(({ subject }) => subject.includes('reminder'))
  api.clock.set(new Date(+new Date(startsAt) - DAY_MS - 1000))
  await remindOfCalls(api.ctx)
  expect(await reminders()).toEqual([])
  api.clock.advance(1000)
  await Promise.all([remindOfCalls(api.ctx), remindOfCalls(api.ctx)])
  await remindOfCalls(api.ctx)
  expect(await reminders()).toHaveLength(1)
})

test('reminds nobody of a call that is cancelled, booked for tomorrow, or over', async () => {
  const { token, startsAt } = await bookFirst()
  await call(`/${token}/cancel`, { method: 'POST' })
  const late = (await free()).find(slot => slot > startsAt) ?? ''
  await book(late, {}, 'two')
  api.clock.set(new Date(+new Date(late) + HOUR_MS))
  await remindOfCalls(api.ctx)
  expect((await mails()).filter(({ subject }) => subject.includes('reminder'))).toEqual([])
})

test('shows the holder of the private link who calls on which number', async () => {
  const [slot] = await free()
  const { token } = (await book(slot, { caller: 'Maggie' })).body.data
  expect((await call<Booking>(`/${token}`)).body.data).toMatchObject({
    caller: 'Maggie',
    contact: '0400 000 000',
  })
})

test('reveals nothing by a link that isn’t known', async () => {
  await bookFirst()
  expect((await call('/nonsense')).body.message).toBe(BOOKING_MESSAGES.unknown)
})

test('stores nothing for a bot', async () => {
  const [slot = ''] = await free()
  expect((await book(slot, { homepage: 'https://spam.example' })).status).toBe(200)
  expect(await free()).toContain(slot)
})
