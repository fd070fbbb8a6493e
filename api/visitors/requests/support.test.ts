import { expect, test } from 'bun:test'

import { LIMITS } from '#api/http/limits/limits.ts'
import { testApp } from '#api/test/app.ts'
import { brand } from '#shared/brand.ts'

const app = await testApp()
const question = {
  kind: 'question',
  subject: 'posting',
  message: 'My post did not go out',
  email: 'Owner@Example.com',
  updates: true,
}
const inDays = (days: number) => new Date(+app.clock.now() + days * 24 * 60 * 60_000).toISOString()
const call = (changes: object = {}) => ({
  kind: 'call',
  phone: '+61 400 000 000',
  preferredAt: inDays(2),
  message: '',
  ...changes,
})

const inbox = async () => {
  const admin = await app.admin()
  const { data } = (await (await admin.call('admin/supportRequests')).json()) as {
    data: Record<string, unknown>[]
  }
  return data
}

test('lists and mails a client’s message with its sender and business', async () => {
  const pat = await app.signUp({ fullname: 'Pat Question' })
  await pat.call('users/saveUserDomain', { json: { businessName: 'Pat’s Plumbing' } })
  const response = await pat.call('users/saveSupportRequest', { json: question })
  expect(await response.json()).toEqual({
    success: true,
    message: 'Your message has been sent. We’ll reply by email.',
  })
  expect((await inbox())[0]).toMatchObject({
    fullname: 'Pat Question',
    email: 'owner@example.com',
    company: 'Pat’s Plumbing',
    service: 'posting',
    message: 'My post did not go out',
    updates: true,
  })
  const [mail] = await app.mail(brand.email)
  expect(mail).toMatchObject({ subject: 'Pat Question asks about A post or its time' })
  expect(mail!.text).toContain('My post did not go out')
})

test('saves a request for a call with number and time', async () => {
  const pat = await app.signUp({ fullname: 'Pat Call' })
  expect((await pat.call('users/saveSupportRequest', { json: call() })).status).toBe(200)
  expect((await inbox())[0]).toMatchObject({
    fullname: 'Pat Call',
    email: pat.email,
    contact: '+61 400 000 000',
    service: 'call',
    preferredAt: inDays(2),
  })
  expect((await app.mail(brand.email))[0]).toMatchObject({ subject: 'Pat Call asks for a call' })
})

test('rejects a call in the past, too far ahead or without a number', async () => {
  const pat = await app.signUp()
  for (const [json, field] of [
    [call({ preferredAt: inDays(-1) }), 'preferredAt'],
    [call({ preferredAt: inDays(61) }), 'preferredAt'],
    [call({ preferredAt: 'tomorrow' }), 'preferredAt'],
    [call({ phone: 'my number' }), 'phone'],
    [{ ...question, subject: 'weather' }, 'subject'],
    [{ ...question, message: ' ' }, 'message'],
    [{ ...question, email: 'nobody' }, 'email'],
  ] as const) {
    const response = await pat.call('users/saveSupportRequest', { json })
    const { fields } = (await response.json()) as { fields: Record<string, string> }
    expect([response.status, Object.keys(fields)]).toEqual([400, [field]])
  }
})

test('limits the messages of each client', async () => {
  const pat = await app.signUp()
  for (let sent = 0; sent < LIMITS.supportUser.max; sent++)
    await pat.call('users/saveSupportRequest', { json: question })
  expect((await pat.call('users/saveSupportRequest', { json: question })).status).toBe(429)
})
