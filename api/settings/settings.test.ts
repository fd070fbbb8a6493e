import { expect, test } from 'bun:test'

import { outbox } from '#api/db/schema/server/mail.ts'
import { accountMail } from '#api/mail/templates.ts'
import { mailNotices } from '#api/notifications/notifications.ts'
import { sendWaitingMail, testApp, type TestApp } from '#api/test/app.ts'
import { publishingApp } from '#api/test/publishing.ts'
import { DEFAULT_SETTINGS } from '#shared/settings.ts'
import { readNews, sendNews } from './news.ts'
import { unsubscribeUrl } from './unsubscribe.ts'

type Person = Awaited<ReturnType<TestApp['signUp']>>

const read = async ({ call }: Person) =>
  ((await (await call('settings')).json()) as { data: Record<string, unknown> }).data
const save = ({ call }: Pick<Person, 'call'>, changes: object) =>
  call('settings', { method: 'PUT', json: { ...DEFAULT_SETTINGS, ...changes } })

test('returns the specified defaults until settings are saved', async () => {
  const api = await testApp()
  expect(await read(await api.signUp())).toEqual({
    emailNotifications: true,
    publishedEmails: false,
    pushNotifications: true,
    socialNotifications: false,
    marketingEmails: false,
    profileVisibility: 'public',
    dataSharing: true,
    language: 'en',
    appearance: 'system',
    keyboardShortcuts: true,
    twoFactorAuth: false,
  })
})

test('saves settings for their user only, and lets them be changed again', async () => {
  const api = await testApp()
  const [person, other] = [await api.signUp(), await api.signUp()]
  const saved = await save(person, { language: 'fr', appearance: 'dark', profileVisibility: 'private' })
  expect(await saved.json()).toMatchObject({ success: true, message: 'Settings saved successfully!' })
  expect(await read(person)).toMatchObject({
    language: 'fr',
    appearance: 'dark',
    profileVisibility: 'private',
  })
  await save(person, { language: 'de' })
  expect(await read(person)).toMatchObject({ language: 'de', appearance: 'system' })
  expect(await read(other)).toMatchObject({ language: 'en', appearance: 'system' })
})

test.each([
  [{ language: 'nl' }, 'language'],
  [{ appearance: 'sepia' }, 'appearance'],
  [{ profileVisibility: 'secret' }, 'profileVisibility'],
  [{ emailNotifications: 'yes' }, 'emailNotifications'],
  [{ dataSharing: undefined }, 'dataSharing'],
])('rejects %j with a message on its field', async (changes, field) => {
  const api = await testApp()
  const refused = await save(await api.signUp(), changes)
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({ fields: { [field]: expect.stringMatching(/\S/) } })
})

test('sends mail about outcomes only while e-mail notifications are on', async () => {
  const app = await publishingApp()
  await save(app.author, { emailNotifications: false, publishedEmails: true })
  await app.accept()
  await app.run()
  expect(await app.published()).toHaveLength(2)
  const { data } = (await (await app.author.call('notifications')).json()) as { data: unknown[] }
  expect(data).toHaveLength(1)
  expect(await app.ctx.db.$count(outbox)).toBe(0)

  await save(app.author, { emailNotifications: true, publishedEmails: true })
  await app.accept()
  await app.run()
  expect(await app.ctx.db.$count(outbox)).toBe(1)
})

test('sends mail about passwords even when all mail is off', async () => {
  const api = await testApp()
  const person = await api.signUp()
  await save(person, { emailNotifications: false, marketingEmails: false })
  await api.request('users/reset-password', { json: { email: person.email } })
  expect((await api.mail(person.email))[0]?.subject).toContain('new Currawong password')
})

/** Queues a notice by mail, as an outcome does. */
const notify = ({ ctx }: TestApp, { userId }: Person, id: string) =>
  mailNotices(ctx, [{ id, userId, link: '' }], ({ url, ...parts }) =>
    accountMail({
      ...parts,
      title: 'Facebook signed us out',
      message: 'Reconnect it.',
      action: { label: 'Open', url },
    }),
  )

const LINK = /http:\/\/currawong\.test(\/api\/mail\/unsubscribe\?\S+)/

test('includes a link in notices that unsubscribes in one click, without logging in', async () => {
  const api = await testApp()
  const person = await api.signUp()
  await notify(api, person, 'one')
  const [mail] = await api.mail(person.email)
  const [, path] = LINK.exec(mail!.text)!
  expect(mail!.html).toContain('Turn off emails like this')

  const response = await api.request(path!)
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('<form method="post">')
  expect((await read(person)).emailNotifications).toBe(true)

  const form = new FormData()
  form.set('List-Unsubscribe', 'One-Click')
  const stopped = await api.request(path!, { form })
  expect([stopped.status, stopped.headers.get('Location')]).toEqual([200, null])
  expect(await read(person)).toMatchObject({
    emailNotifications: false,
    marketingEmails: false,
    language: 'en',
  })
  await notify(api, person, 'two')
  await sendWaitingMail(api.ctx)
  expect(await api.ctx.db.$count(outbox)).toBe(0)
  expect(await api.mail(person.email)).toHaveLength(1)
})

test.each(['key=0', 'kind=news', 'user=somebody'])(
  'rejects an unsubscribe link with another %s',
  async change => {
    const api = await testApp()
    const person = await api.signUp()
    const link = new URL(unsubscribeUrl(api.ctx, person.userId, 'notices'))
    const [name, value] = change.split('=') as [string, string]
    link.searchParams.set(name, value)
    const path = link.pathname + link.search
    expect((await api.request(path)).status).toBe(404)
    expect((await api.request(path, { method: 'POST' })).status).toBe(404)
    expect((await read(person)).emailNotifications).toBe(true)
  },
)

test('confirms an unsubscribe link of a deleted user', async () => {
  const api = await testApp()
  const path = unsubscribeUrl(api.ctx, 'gone', 'news').replace('http://currawong.test', '')
  expect((await api.request(path, { method: 'POST' })).status).toBe(200)
})

test('sends news once to users who want it, with a link that unsubscribes', async () => {
  const api = await testApp()
  const [reader, other] = [await api.signUp(), await api.signUp()]
  await save(reader, { marketingEmails: true })
  const news = readNews('New in November\n\nYou can now post\nto Google.\n\nMore soon.\n')
  expect(news).toEqual({
    subject: 'New in November',
    paragraphs: ['You can now post to Google.', 'More soon.'],
  })
  expect(await sendNews(api.ctx, news)).toBe(1)
  expect(await sendNews(api.ctx, news)).toBe(1)
  const [mail, ...rest] = (await api.mail(reader.email)).filter(({ subject }) => subject === news.subject)
  expect(rest).toEqual([])
  expect((await api.mail(other.email)).map(({ subject }) => subject)).not.toContain(news.subject)

  const [, path] = LINK.exec(mail!.text)!
  expect((await api.request(path!, { method: 'POST' })).status).toBe(200)
  expect(await read(reader)).toMatchObject({ marketingEmails: false, emailNotifications: true })
  expect(await sendNews(api.ctx, { ...news, subject: 'December' })).toBe(0)
})
