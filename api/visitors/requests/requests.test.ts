import { expect, test } from 'bun:test'

import { requests } from '#api/db/schema/businesses/requests.ts'
import { LIMITS } from '#api/http/limits/limits.ts'
import { sweep } from '#api/jobs/jobs.ts'
import { newEmail, testApp, type TestApp } from '#api/test/app.ts'
import { brand } from '#shared/brand.ts'
import { ladder } from '#shared/prices.ts'
import { NO_CONTACT } from '#shared/requests/requests.ts'
import { DEFAULT_SETTINGS } from '#shared/settings.ts'

const message = (text = 'Please call me back') => ({
  fullname: 'Pat Lee',
  email: newEmail(),
  contact: '0400 000 000',
  company: 'Pat’s Plumbing',
  service: 'local',
  message: text,
})
const campaign = (changes: object = {}) => ({
  requestType: 'Ad Management',
  campaignObjective: 'Other (please specify)',
  otherObjective: 'Find apprentices',
  targetAudience: 'Tradies in Geelong',
  platforms: ['facebook', 'tiktok'],
  budgetRange: '$500 - $1,000',
  ...changes,
})
const questionnaire = {
  name: 'Mia',
  contact: '0400 111 111',
  business: 'Harbour Bakehouse',
  websiteType: { basic: true, store: true, other: 'a cake designer' },
  pages: 'Home, menu, contact',
  design: 'Warm',
  existing: { logo: true, hosting: true },
  extraFeatures: { payments: true, other: 'vouchers' },
  budget: 'extra',
  timeline: '2-4weeks',
  comments: 'Before Easter please',
}

const send = async (api: TestApp, path: string, json: object, init: object = {}) => {
  const response = await api.request(`users/${path}`, { json, ...init })
  return { status: response.status, body: (await response.json()) as Record<string, any> }
}
const contact = (api: TestApp, json: object, init?: object) => send(api, 'saveContactRequest', json, init)
const feature = (api: TestApp, json: object, init?: object) => send(api, 'saveFeatureRequest', json, init)

const inbox = async (api: TestApp) => {
  const admin = await api.admin()
  const call = async (path: string, init: object = {}) => {
    const response = await admin.call(`admin/${path}`, init)
    return { status: response.status, body: (await response.json()) as Record<string, any> }
  }
  return {
    call,
    support: async () => (await call('supportRequests')).body.data as Record<string, any>[],
    feature: async () => (await call('featureRequests')).body.data as Record<string, any>[],
  }
}

const mailAbout = async (api: TestApp, quoted: string) =>
  (await api.mail(brand.email)).filter(({ text }) => text.includes(quoted))

test('shows a complete contact request to administrators, and mails it to the agency', async () => {
  const api = await testApp()
  const form = message(`Call me, ${newEmail()}`)
  expect(await contact(api, form)).toEqual({
    status: 200,
    body: { success: true, message: 'Request Submitted successfully!' },
  })
  expect(await (await inbox(api)).support()).toEqual([
    {
      ...form,
      _id: expect.any(String),
      createdAt: '2030-01-01T12:00:00.000Z',
      status: 'new',
      assignee: null,
      client: null,
      version: 1,
    },
  ])
  const [mail] = await mailAbout(api, form.email)
  expect(mail?.subject).toBe('Pat Lee asks about Local & Regional Ads')
  for (const text of [form.contact, form.company, form.message]) expect(mail?.text).toContain(text)
})

test('names one of the agency’s own services in its mail, and keeps the specified service', async () => {
  const api = await testApp()
  const form = { ...message(), service: 'other', offering: 'Content creation' }
  expect((await contact(api, form)).status).toBe(200)
  expect(await (await inbox(api)).support()).toMatchObject([
    { service: 'other', offering: 'Content creation' },
  ])
  expect((await mailAbout(api, form.email))[0]?.subject).toBe('Pat Lee asks about Content creation')
  expect((await contact(api, { ...form, service: 'Content creation' })).status).toBe(400)
})

test('repeats the chosen service and price in both mails, and no price that isn’t offered', async () => {
  const api = await testApp()
  const [rung] = ladder
  const mails = async (posts: string) => {
    const form = { ...message(), email: newEmail(), service: 'other', offering: 'Account management', posts }
    expect((await contact(api, form)).status).toBe(200)
    const copy = (await api.mail(form.email)).find(({ to }) => to === form.email)
    return [(await mailAbout(api, form.email))[0]?.text, copy?.text]
  }
  const price = `${rung?.posts} posts a week, $${rung?.price} a month, plus GST`
  const [toAgency, copy] = await mails(String(rung?.posts))
  expect(toAgency).toContain(`Price: ${price}`)
  expect(copy).toContain(`You asked about: Account management (${price}).`)
  const [, plain] = await mails('99')
  expect(plain).toContain('You asked about: Account management.')
  expect((await contact(api, { ...message(), posts: 'many' })).status).toBe(400)
})

test('announces no copy of a message that the sender left out', async () => {
  const api = await testApp()
  const form = { ...message(), email: newEmail(), message: '', posts: '3' }
  expect((await contact(api, form)).status).toBe(200)
  const copy = (await api.mail(form.email)).find(({ to }) => to === form.email)
  expect(copy?.text).toContain('3 posts a week')
  expect(copy?.text).not.toContain('This is what you sent')
})

test('mails the sender a copy without links, and limits the copies per e-mail', async () => {
  const api = await testApp()
  const email = newEmail()
  const form = {
    ...message('Win at https://evil.example or evil.example or ftp://evil or злой.рф now'),
    email,
  }
  for (let n = 0; n < 5; n++) expect((await contact(api, { ...form, fullname: `Pat ${n}` })).status).toBe(200)
  const copies = (await api.mail(email)).filter(({ to }) => to === email)
  expect(copies).toHaveLength(2)
  expect(copies[0]?.text).toContain('Win at [link] or [link] or [link] or [link] now')
  expect(copies[0]?.text).not.toContain('evil.example')
})

test('mails a copy with the answers to whoever asks for ads or a website with an e-mail, within the same limits', async () => {
  const api = await testApp()
  const copyTo = async (email: string) => (await api.mail(email)).find(({ to }) => to === email)?.text
  const [forAds, forWebsite] = [newEmail(), newEmail()]
  await feature(api, campaign({ name: 'Pat', email: forAds, targetAudience: 'Tradies, see evil.example' }))
  const ads = await copyTo(forAds)
  for (const text of [
    'You asked about: ad management',
    'Budget: $500 - $1,000',
    'Find apprentices',
    'see [link]',
  ])
    expect(ads).toContain(text)
  await feature(api, { ...questionnaire, requestType: 'Website', contact: forWebsite })
  const website = await copyTo(forWebsite)
  for (const text of ['You asked about: a website', 'Pages: Home, menu, contact', 'Before Easter please'])
    expect(website).toContain(text)
  for (let n = 0; n < 4; n++) {
    const { status } = await feature(api, campaign({ name: `Pat ${n}`, email: forAds }))
    expect(status).toBe(200)
  }
  expect((await api.mail(forAds)).filter(({ to }) => to === forAds)).toHaveLength(2)
})

test('limits how many people one client can have mailed, and still saves every message', async () => {
  const api = await testApp()
  const emails = Array.from({ length: 6 }, () => newEmail())
  for (const email of emails) expect((await contact(api, { ...message('Hi'), email })).status).toBe(200)
  const copies: number[] = []
  for (const email of emails) copies.push((await api.mail(email)).filter(({ to }) => to === email).length)
  expect(copies).toEqual([1, 1, 1, 1, 1, 0])
  expect(await (await inbox(api)).support()).toHaveLength(6)
})

test('lists requests newest first, and returns each by its id', async () => {
  const api = await testApp()
  for (const text of ['first', 'second', 'third']) await contact(api, message(text))
  const { support, call } = await inbox(api)
  const list = await support()
  expect(list.map(({ message }) => message)).toEqual(['third', 'second', 'first'])
  expect((await call(`supportRequests/${list[1]!._id}`)).body.data).toEqual({ ...list[1]!, history: [] })
  expect((await call(`featureRequests/${list[1]!._id}`)).status).toBe(404)
})

test('reads the sender of an ad campaign from the session', async () => {
  const api = await testApp()
  const { token, email } = await api.signUp({ fullname: 'Client Clara' })
  expect(await feature(api, campaign({ name: 'Somebody Else', email: newEmail() }), { token })).toEqual({
    status: 200,
    body: { success: true, message: 'Thank you for your submission. Our team will contact you shortly.' },
  })
  expect(await (await inbox(api)).feature()).toMatchObject([
    { ...campaign(), name: 'Client Clara', email, _id: expect.any(String) },
  ])
  const [mail] = await mailAbout(api, email)
  expect(mail?.subject).toBe('Client Clara asks for ad management')
  expect(mail?.text).toMatch(/\/dashboard\/feature-requests\?tab=ads&request=[\w-]{36}\n/)
  expect(mail?.text).toContain('Other (please specify): Find apprentices')
})

test('requires a name and an e-mail for an ad campaign without a valid session', async () => {
  const api = await testApp()
  const refused = await feature(api, campaign(), { token: 'a'.repeat(52) })
  expect(refused).toMatchObject({
    status: 400,
    body: { fields: { name: 'Please provide your name.', email: 'Please provide a valid email.' } },
  })
  const email = newEmail()
  expect((await feature(api, campaign({ name: 'Vic', email: email.toUpperCase() }))).status).toBe(200)
  expect(await (await inbox(api)).feature()).toMatchObject([{ name: 'Vic', email }])
})

test('refuses a visitor’s questionnaire without a contact, and takes a client’s', async () => {
  const api = await testApp()
  const client = await api.signUp()
  const { contact: _, ...answers } = questionnaire
  for (const nothing of [{}, { contact: '' }, { contact: ' \u200B' }]) {
    const refused = await feature(api, { ...answers, ...nothing })
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid', fields: { contact: NO_CONTACT } } })
  }
  expect((await feature(api, answers, { token: client.token })).status).toBe(200)
  expect(await (await inbox(api)).feature()).toHaveLength(1)
})

test('shows a complete website questionnaire to administrators, from a visitor or a client', async () => {
  const api = await testApp()
  const client = await api.signUp()
  expect((await feature(api, questionnaire)).status).toBe(200)
  expect((await feature(api, { ...questionnaire, name: '' }, { token: client.token })).status).toBe(200)
  const [second, first] = await (await inbox(api)).feature()
  expect(first).toMatchObject({
    ...questionnaire,
    requestType: 'Website',
    email: '',
    websiteType: { basic: true, store: true, booking: false, blog: false, other: 'a cake designer' },
    existing: { logo: true, media: false, content: false, domain: false, hosting: true },
  })
  expect(second).toMatchObject({ name: 'Pat Lee', email: client.email })
  const [mail] = await mailAbout(api, client.email)
  expect(mail?.text).toContain('Website type: Basic website, Online store, a cake designer')
  expect(mail?.text).toContain('Timeline: 2-4 weeks')
})

test('discards requests that fill the hidden field, with an ordinary response', async () => {
  const api = await testApp()
  const text = newEmail()
  const trapped = { homepage: 'https://spam.example' }
  const honest = await contact(api, message())
  expect(await contact(api, { ...message(text), ...trapped })).toEqual(honest)
  const sent = await feature(api, { ...questionnaire, comments: text })
  expect(await feature(api, { ...questionnaire, comments: text, ...trapped })).toEqual(sent)
  expect(await feature(api, { ...campaign({ targetAudience: text }), ...trapped })).toEqual(sent)
  expect(await api.ctx.db.$count(requests)).toBe(2)
  expect(await mailAbout(api, text)).toHaveLength(1)
})

test('limits a thousand requests from one address without losing those of others', async () => {
  const api = await testApp()
  const flood = await Promise.all(
    Array.from({ length: 1000 }, (_, n) => contact(api, message(`flood ${n}`), { address: '203.0.113.1' })),
  )
  const taken = flood.filter(({ status }) => status === 200)
  expect(taken).toHaveLength(LIMITS.contactAddress.max)
  expect(flood.filter(({ status }) => status === 429)).toHaveLength(1000 - taken.length)
  expect(flood.find(({ status }) => status === 429)?.body.message).toMatch(/^Too many attempts\./)
  const others = await Promise.all(
    Array.from({ length: 20 }, (_, n) => contact(api, message('honest'), { address: `198.51.100.${n}` })),
  )
  expect(others.map(({ status }) => status)).toEqual(others.map(() => 200))
  const list = await (await inbox(api)).support()
  expect(list.filter(({ message }) => message === 'honest')).toHaveLength(20)
  expect(list).toHaveLength(20 + taken.length)
})

test('stores and mails a repeated request with the same idempotency key once', async () => {
  const api = await testApp()
  const { support, feature: sent } = await inbox(api)
  const headers = { 'Idempotency-Key': 'form-1' }
  const text = newEmail()
  const once = message(text)
  const responses = [
    await contact(api, once, { headers }),
    await contact(api, once, { headers, address: '203.0.113.9' }),
  ]
  expect(responses).toEqual([responses[0]!, responses[0]!])
  await Promise.all([1, 2, 3].map(() => feature(api, questionnaire, { headers })))
  expect(await support()).toHaveLength(1)
  expect(await mailAbout(api, text)).toHaveLength(1)
  expect(await sent()).toHaveLength(1)

  await contact(api, { ...once, message: `${text}, and buses too` }, { headers })
  await contact(api, once, { headers: { 'Idempotency-Key': 'form-2' } })
  await contact(api, once)
  expect(await support()).toHaveLength(4)
  expect((await contact(api, once, { headers: { 'Idempotency-Key': 'x'.repeat(201) } })).status).toBe(400)
})

test('hides a deleted request, restores it within a day, and then deletes it', async () => {
  const api = await testApp()
  await contact(api, message())
  const { support, call } = await inbox(api)
  const [request] = await support()
  const path = `supportRequests/${request!._id}`
  const remove = () => call(path, { method: 'DELETE' })
  const restore = () => call(`${path}/restore`, { json: {} })

  expect((await restore()).status).toBe(404)
  expect((await remove()).body).toEqual({ success: true, message: 'Request deleted.' })
  expect((await remove()).status).toBe(404)
  expect([(await call(path)).status, await support()]).toEqual([404, []])
  api.clock.advance(1)
  const { data } = (await restore()).body
  expect(data).toMatchObject({
    ...request!,
    history: [
      { kind: 'deleted', by: expect.any(String) },
      { kind: 'restored', by: expect.any(String) },
    ],
  })
  expect(data.history).toHaveLength(2)
  expect(await support()).toEqual([request!])

  await remove()
  api.clock.advance(24 * 60 * 60_000 - 1)
  await sweep(api.ctx)
  expect(await api.ctx.db.$count(requests)).toBe(1)
  api.clock.advance(1)
  await sweep(api.ctx)
  expect(await api.ctx.db.$count(requests)).toBe(0)
  expect((await restore()).status).toBe(404)
})

test('escapes the sender’s text in the agency’s mail, in headers and HTML', async () => {
  const api = await testApp()
  const text = newEmail()
  await contact(api, { ...message(text), fullname: 'Pat\r\nBcc: all@example.com <b>' })
  const [mail] = await mailAbout(api, text)
  expect(mail?.subject).toBe('Pat Bcc: all@example.com <b> asks about Local & Regional Ads')
  expect(mail?.html).toContain('&lt;b&gt;')
})

test('shows administrators the visible part of a client’s profile, and none for a visitor', async () => {
  const api = await testApp()
  const client = await api.signUp()
  const { call, feature: sent } = await inbox(api)
  await feature(api, questionnaire, { token: client.token })
  await feature(api, questionnaire)
  const [ofVisitor, ofClient] = (await sent()).map(({ _id }) => `featureRequests/${_id}/sender`)
  const senderOf = async (path: string) => (await call(path)).body.data as unknown
  const choose = (profileVisibility: string) =>
    client.call('settings', { method: 'PUT', json: { ...DEFAULT_SETTINGS, profileVisibility } })

  expect(await senderOf(ofVisitor!)).toBeNull()
  expect(await senderOf(ofClient!)).toEqual({ fullname: 'Pat Lee', profileImage: [], mobile: '', bio: '' })
  await choose('friends')
  expect(await senderOf(ofClient!)).toEqual({ fullname: 'Pat Lee', profileImage: [] })
  await choose('private')
  expect(await senderOf(ofClient!)).toBeNull()
})

test('describes every field of the requests in the api’s description', async () => {
  const api = await testApp()
  await contact(api, message())
  await feature(api, campaign({ name: 'Pat Lee', email: newEmail() }))
  await feature(api, questionnaire)
  const { support, feature: features } = await inbox(api)
  const { paths } = (await (await api.request('openapi.json')).json()) as Record<string, any>
  const described = (path: string): string =>
    paths[path].get.responses['200'].content['application/json'].schema.properties.data.description
  const [first, ...others] = [...(await support()), ...(await features())]
  for (const key of Object.keys(first!)) expect(described('/api/admin/supportRequests')).toContain(key)
  for (const key of others.flatMap(Object.keys))
    expect(described('/api/admin/featureRequests')).toContain(key)
  expect(described('/api/admin/supportRequests/{id}')).toContain('history')
})
