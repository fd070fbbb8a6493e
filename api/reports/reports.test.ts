import { beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { AuditError } from '#api/audits/audit.ts'
import type { Printer } from '#api/audits/printer.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { accountInsights } from '#api/db/schema/businesses/insights.ts'
import { reports } from '#api/db/schema/businesses/reports.ts'
import { notifications } from '#api/db/schema/people/notifications.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { slots } from '#api/db/schema/posts/slots.ts'
import { addDays } from '#api/insights/days.ts'
import { readDueInsights } from '#api/insights/read-account.ts'
import { publishingApp, type PublishingApp } from '#api/test/publishing.ts'
import type { Insights, SeriesDay } from '#shared/insights.ts'
import type { DeliveryState } from '#shared/posts/posts.ts'
import { shiftMonth } from '#shared/reports/render/labels.ts'
import { REPORT_MESSAGES, type Report } from '#shared/reports/report.ts'
import { createPrintPool } from './printing.ts'
import { prepareMonthlyReports } from './reports.ts'

const DAY = 24 * 60 * 60_000

let app: PublishingApp
let domainId: string
let month: string
beforeEach(async () => {
  app = await publishingApp({ networks: ['facebook', 'instagram'] })
  domainId = app.author.domainId
  month = app.clock.now().toISOString().slice(0, 7)
})

const callJson = async (path: string, json?: unknown, { call }: Pick<PublishingApp, 'call'> = app) => {
  const response = await call(path, json === undefined ? {} : { json })
  return {
    status: response.status,
    ...((await response.json()) as { data: Report; message?: string; code?: string }),
  }
}
const prepare = async () => (await callJson('reports', { domainId, month })).data
const release = (report: Report, { recipients = [] as string[], note = 'A good month.' } = {}) =>
  callJson(`reports/${report._id}/release`, { preparedAt: report.preparedAt, note, recipients })
const withdraw = async ({ _id }: Report) => callJson(`reports/${_id}/withdraw`, {})
const open = (link: string | null) => app.request(new URL(link ?? 'http://x/report/none').pathname)

async function publish(message: string, likes: number) {
  await app.accept({ message })
  await app.run()
  const published = await app.published()
  for (const { id } of published.filter(post => post.message === message))
    await app.world('engage', { id, likes, comments: 1 })
}

async function printAll(printer: Printer) {
  const pool = createPrintPool({ ...app.ctx, printer })
  await pool.tick()
  await pool.idle()
}

test('lists the reports of the last months of all businesses to their members only', async () => {
  await prepare()
  await app.ctx.db.update(reports).set({ month: shiftMonth(month, -4) })
  await prepare()
  const listed = async (query: string, as = app.call) =>
    ((await (await as(`reports${query}`)).json()) as { data: Report[] }).data
  expect(await listed('')).toMatchObject([{ domainId, month, state: 'draft' }])
  expect(await listed(`?domainId=${domainId}`)).toHaveLength(2)
  const stranger = await app.signUp()
  expect(await listed('', stranger.call)).toEqual([])
})

test('includes published posts, the best post, the accounts, and next month’s plan against the slots', async () => {
  await publish('Quiet', 1)
  await publish('Loud', 30)
  await readDueInsights(app.ctx)
  await app.ctx.db.insert(slots).values({ id: 's', domainId, weekday: 1, time: '09:00' })
  await app.accept({ message: 'Next month', inSeconds: 35 * 24 * 3600 })
  const { content, state } = await prepare()
  expect(state).toBe('draft')
  expect(content.posts).toMatchObject({ total: 2, elsewhere: 0 })
  expect(content.best).toMatchObject({ excerpt: 'Loud', comparedWith: 2, average: 33 })
  expect(content.best?.picture).toStartWith('data:image/webp;base64,')
  expect(content.accounts.map(({ network, readAt }) => [network, readAt !== null])).toEqual([
    ['facebook', true],
    ['instagram', true],
  ])
  expect(content.plan.weeks.reduce((sum, { posts }) => sum + posts, 0)).toBe(1)
  expect(content.plan.weeks.reduce((sum, { slots }) => sum + (slots ?? 0), 0)).toBeGreaterThan(3)
})

test('counts the posts of next month that are published, scheduled or in review, but no failed or canceled ones', async () => {
  const states = [
    'published',
    'published',
    'scheduled',
    'in_review',
    'changes_requested',
    'failed',
    'held',
    'canceled',
  ]
  for (const state of states) await app.accept({ message: state })
  for (const state of states)
    await app.ctx.db
      .update(deliveries)
      .set({ state: state as DeliveryState })
      .where(eq(deliveries.message, state))
  month = shiftMonth(month, -1)
  const { plan } = (await prepare()).content
  expect(plan.weeks.reduce((sum, { posts }) => sum + posts, 0)).toBe(5)
  expect(plan.published).toBe(2)
  expect(plan.listed.map(({ excerpt }) => excerpt).toSorted()).toEqual([
    'changes_requested',
    'in_review',
    'scheduled',
  ])
})

/** Saves ten interactions for each of the days until yesterday; the first ones are from before the account existed. */
async function engageDaily(count: number, daysWithoutAccount = 0) {
  const [linked] = await app.ctx.db.select().from(accounts)
  await app.ctx.db.insert(accountInsights).values(
    Array.from({ length: count }, (_, index) => ({
      accountId: linked!.id,
      day: addDays(app.clock.now().toISOString().slice(0, 10), index - count),
      followers: 500 + index,
      engagement: index < daysWithoutAccount ? 0 : 10,
      reach: index < daysWithoutAccount ? 0 : 100 + index,
      views: index < daysWithoutAccount ? 0 : 200 + index,
    })),
  )
}

test.each([
  ['compares engagement with as many days before the month', 0, 310],
  ['doesn’t compare engagement with the days in which the account was created', 15, null],
])('%s', async (_, daysWithoutAccount, before) => {
  await engageDaily(62, daysWithoutAccount)
  month = shiftMonth(month, -1)
  const { content } = await prepare()
  expect(content.accounts[0]?.engagement).toEqual({ value: 310, days: 31, before })
  expect(content.compared).toEqual({
    finished: { from: '2029-12-01', to: '2029-12-31' },
    before: { from: '2029-10-31', to: '2029-11-30' },
  })
})

test('compares a month that hasn’t ended with the same days of the month before', async () => {
  await publish('On the first of December', 1)
  app.clock.advance(11 * DAY)
  await publish('On the twelfth', 1)
  app.clock.advance(20 * DAY)
  await publish('In January', 1)
  app.clock.advance(5 * DAY)
  month = '2030-02'
  await engageDaily(50)
  const { content } = await prepare()
  expect(content.compared).toEqual({
    finished: { from: '2030-02-01', to: '2030-02-05' },
    before: { from: '2030-01-01', to: '2030-01-05' },
  })
  expect(content.accounts[0]?.engagement).toEqual({ value: 50, days: 5, before: 50 })
  expect(content.posts).toMatchObject({ total: 1, before: 1 })
})

const reportDay = ({ day, followers, engagement }: SeriesDay) => ({ day, followers, engagement })

test.each([
  ['a month', '2030-01', '2030-01-31'],
  ['a month that hasn’t ended', '2030-02', '2030-02-28'],
])('shows the same figures as Insights for %s', async (_, month, to) => {
  await publish('Loud', 30)
  app.clock.advance(20 * DAY)
  await publish('Quiet', 1)
  app.clock.advance(16 * DAY)
  await engageDaily(90)
  await readDueInsights(app.ctx)
  const { content } = (await callJson('reports', { domainId, month })).data
  const { data } = (await (
    await app.call(`insights?domainId=${domainId}&from=${month}-01&to=${to}&timeZone=${content.timeZone}`)
  ).json()) as { data: Insights }
  expect(content.compared).toEqual(data.compared)
  for (const [index, account] of data.accounts.entries()) {
    const { followers, series, previous } = account
    const reported = content.accounts[index]
    expect(reported?.followers?.last.value ?? null).toBe(followers.value)
    expect(reported?.series).toEqual(series.map(reportDay))
    expect(reported?.previous ?? null).toEqual(previous?.map(reportDay) ?? null)
    for (const name of ['engagement', 'reach', 'views'] as const) {
      const { value, change } = account[name]
      expect(reported?.[name]?.value ?? null).toBe(value)
      if (change !== null) expect(reported?.[name]?.before).toBe((value ?? 0) - change)
    }
    if (followers.change !== null)
      expect(reported?.followers?.first).toEqual({
        day: followers.since ?? '',
        value: (followers.value ?? 0) - followers.change,
      })
  }
  for (const name of ['engagement', 'reach', 'views'] as const)
    expect(data.accounts[0]?.[name].change).not.toBeNull()
  expect(content.best?.excerpt).toBe(data.topPosts[0]?.excerpt)
})

test('shows a released report to anyone with its link, with unchanged figures', async () => {
  await publish('Loud', 30)
  const { data, status } = await release(await prepare())
  expect([status, data.state]).toEqual([200, 'released'])
  const page = await open(data.link)
  expect(page.status).toBe(200)
  expect(page.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
  expect(page.headers.get('Referrer-Policy')).toBe('no-referrer')
  const before = await page.text()
  expect(before).toContain('A good month.')
  await publish('Later', 90)
  await readDueInsights(app.ctx)
  expect(await (await open(data.link)).text()).toBe(before)
  expect(await callJson('reports', { domainId, month })).toMatchObject({
    status: 409,
    message: REPORT_MESSAGES.released,
  })
})

test('stores only the hash of the link', async () => {
  const { data } = await release(await prepare())
  const token = new URL(data.link ?? '').pathname.split('/').at(-1) ?? ''
  expect(token).toHaveLength(52)
  expect(JSON.stringify(await app.ctx.db.select().from(reports))).not.toContain(token)
})

test('sends the same response for a withdrawn and an unknown link, and creates a new link for the next release', async () => {
  const { data } = await release(await prepare())
  const withdrawn = await withdraw(data)
  expect(withdrawn.data).toMatchObject({ state: 'withdrawn', link: null, pdf: null })
  const [gone, unknown] = await Promise.all([open(data.link), open('http://x/report/unknown')])
  expect([gone.status, unknown.status]).toEqual([404, 404])
  expect(await gone.text()).toBe(await unknown.text())
  expect((await withdraw(data)).status).toBe(409)
  const again = await release(await prepare())
  expect(again.data.link).not.toBe(data.link)
  expect((await open(again.data.link)).status).toBe(200)
  expect((await open(data.link)).status).toBe(404)
})

test('mails each recipient once, however many releases run at the same time', async () => {
  const report = await prepare()
  const to = `pat-${crypto.randomUUID()}@example.com`
  const released = await Promise.all(
    Array.from({ length: 4 }, () => release(report, { recipients: [to, to] })),
  )
  expect(released.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  await release(report, { recipients: [to] })
  const mails = await app.mail(to)
  expect(mails.map(({ subject }) => subject)).toEqual([`Pat’s Plumbing: report for ${monthOf(report)}`])
  const link = released.find(({ status }) => status === 200)?.data.link ?? 'none'
  expect(mails[0]?.text).toContain(link)
})

const monthOf = ({ month }: Report) =>
  new Intl.DateTimeFormat('en-AU', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )

test('rejects a release if the figures changed since the author saw them', async () => {
  const seen = await prepare()
  app.clock.advance(1000)
  await prepare()
  expect(await release(seen)).toMatchObject({ status: 409, message: REPORT_MESSAGES.changed })
})

test('prints a released report once, and serves the PDF to its owner and on its page', async () => {
  const { data } = await release(await prepare())
  let printed = 0
  const printer = { print: () => Promise.resolve(Buffer.from(`%PDF-${++printed}`)) }
  await Promise.all([printAll(printer), printAll(printer)])
  expect(printed).toBe(1)
  const pdf = await app.call(`reports/${data._id}/pdf`)
  expect([pdf.headers.get('Content-Type'), await pdf.text()]).toEqual(['application/pdf', '%PDF-1'])
  expect(pdf.headers.get('Content-Disposition')).toMatch(/filename\*=UTF-8''[\w%’.-]+%20\d{4}-\d\d\.pdf$/)
  expect(await (await open(data.link)).text()).toContain('Download as PDF')
  const shared = await app.request(`${new URL(data.link ?? '').pathname}/pdf`)
  expect(await shared.text()).toBe('%PDF-1')
})

test('says that no browser is installed, and retries after a transient failure', async () => {
  const { data } = await release(await prepare())
  await printAll({ print: () => Promise.reject(new AuditError('transient', 'Cut')) })
  expect((await callJson(`reports/${data._id}`)).data.pdf).toEqual({ state: 'queued', message: null })
  app.clock.advance(60_000)
  await printAll({ print: () => Promise.reject(new AuditError('service', REPORT_MESSAGES.noBrowser)) })
  expect((await callJson(`reports/${data._id}`)).data.pdf).toEqual({
    state: 'failed',
    message: REPORT_MESSAGES.noBrowser,
  })
  expect(await callJson(`reports/${data._id}/pdf`)).toMatchObject({
    status: 404,
    message: REPORT_MESSAGES.noBrowser,
  })
})

test('rejects months that haven’t begun, too many recipients and invalid addresses', async () => {
  expect((await callJson('reports', { domainId, month: '2099-01' })).status).toBe(400)
  expect((await callJson('reports', { domainId, month: '2030-13' })).status).toBe(400)
  const report = await prepare()
  const many = Array.from({ length: 6 }, (_, index) => `pat${index}@example.com`)
  expect((await release(report, { recipients: many })).status).toBe(400)
  expect((await release(report, { recipients: ['nobody'] })).status).toBe(400)
})

test('hides reports from other users, and doesn’t let them prepare or release one', async () => {
  const report = await prepare()
  const other = await app.signUp()
  expect((await callJson('reports', { domainId, month }, other)).status).toBe(404)
  expect((await callJson(`reports/${report._id}`, undefined, other)).status).toBe(404)
  expect((await callJson(`reports/${report._id}/withdraw`, {}, other)).status).toBe(404)
})

test('prepares last month’s report early in the month and notifies its owner once, with any number of processes', async () => {
  const list = () => app.ctx.db.select({ month: reports.month, state: reports.state }).from(reports)
  await publish('Loud', 3)
  app.clock.advance(15 * DAY)
  await prepareMonthlyReports(app.ctx)
  expect(await list()).toEqual([])
  app.clock.advance(15.9 * DAY)
  await prepareMonthlyReports(app.ctx)
  expect(await list()).toEqual([])
  app.clock.advance(1.1 * DAY)
  await Promise.all([prepareMonthlyReports(app.ctx), prepareMonthlyReports(app.ctx)])
  await prepareMonthlyReports(app.ctx)
  expect(await list()).toEqual([{ month, state: 'draft' }])
  const notices = await app.ctx.db.select().from(notifications)
  expect(notices.filter(({ title }) => title.includes('report is ready'))).toHaveLength(1)
})
