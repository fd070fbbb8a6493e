import { afterEach, beforeEach, expect, test } from 'bun:test'

import { newEmail, testApp, type TestApp } from '#api/test/app.ts'
import { BOOKING_MESSAGES } from '#shared/bookings.ts'
import { settled } from '#site/lib/remote.ts'
import { cutNetwork, serveSite } from '#site/test/browser.ts'
import {
  $booked,
  $booking,
  $freeSlots,
  bookForm,
  callerFromUrl,
  cancelCall,
  moveCall,
  tokenFromPath,
} from './store.ts'

let app: TestApp
let undo: () => void

beforeEach(async () => {
  app = await testApp()
  undo = serveSite(app)
  $freeSlots.reset()
  $booking.reset()
  $booked.set(undefined)
})
afterEach(() => {
  undo()
  bookForm.reset()
  Reflect.deleteProperty(globalThis, 'location')
})

const free = async () => {
  await $freeSlots.reload()
  return (await settled($freeSlots)).data?.slots ?? []
}
const form = (startsAt: string | undefined) => ({
  startsAt,
  fullname: 'Mia Chen',
  email: newEmail(),
  contact: '0400 000 000',
  message: 'Posts for a bakery',
  homepage: '',
})

test('books a call, and moves and cancels it at its link', async () => {
  const [first = '', second = ''] = await free()
  expect(await bookForm.submit(form(first))).toBe(true)
  const { token = '' } = $booked.get() ?? {}
  globalThis.location = { pathname: `/call/${token}` } as Location
  await $booking.reload()
  expect($booking.get().data?.startsAt).toBe(first)
  await moveCall(second)
  expect($booking.get().data?.startsAt).toBe(second)
  await cancelCall()
  expect($booking.get().data?.startsAt).toBeNull()
})

test('says beside the times that somebody took one meanwhile, and offers the others', async () => {
  const [slot = ''] = await free()
  await app.request('bookings', { json: form(slot) })
  expect(await bookForm.submit(form(slot))).toBe(false)
  expect(bookForm.$state.get().fields).toEqual({ startsAt: BOOKING_MESSAGES.taken })
  expect($freeSlots.get().data?.slots).not.toContain(slot)
})

test('asks for a time and for what is missing', async () => {
  expect(await bookForm.submit({ email: 'mia' })).toBe(false)
  expect(Object.keys(bookForm.$state.get().fields).toSorted()).toEqual([
    'contact',
    'email',
    'fullname',
    'startsAt',
  ])
})

test('begins the message to a colleague whom a link names', () => {
  expect(callerFromUrl('?with=Maggie%20Lee')).toEqual({ caller: 'Maggie Lee' })
  expect(callerFromUrl('')).toEqual({ caller: '' })
})

test('keeps what was typed when the network is gone, and books once it is back', async () => {
  const values = form((await free())[0])
  undo()
  undo = cutNetwork()
  expect(await bookForm.submit(values)).toBe(false)
  expect(bookForm.$state.get().message).toContain('can’t reach the server')
  expect(bookForm.draft()).toEqual(values)
  undo()
  undo = serveSite(app)
  expect(await bookForm.submit(values)).toBe(true)
})

test('reads the token of a private link', () => {
  expect(tokenFromPath('/call/abc/')).toBe('abc')
  expect(tokenFromPath('/call')).toBe('')
})
