import { beforeEach, expect, test } from 'bun:test'

import { asUser } from '#api/context.ts'
import { outbox } from '#api/db/schema/server/mail.ts'
import { newEmail } from '#api/test/app.ts'
import { testClock } from '#api/test/clock.ts'
import { crashingDb } from '#api/test/db/crashing.ts'
import { publishingApp, type PublishingApp } from '#api/test/publishing.ts'
import type { Overview } from '#shared/overview.ts'
import { REPORT_MESSAGES, type Report, type ReportMailing } from '#shared/reports/report.ts'
import { mailMonthlyReports, overdueReports } from './mailing.ts'

let app: PublishingApp
let domainId: string
let to: string
beforeEach(async () => {
  const clock = testClock()
  clock.set(new Date('2030-02-01T12:00:00Z'))
  app = await publishingApp({ networks: ['facebook'], clock })
  domainId = app.author.domainId
  to = newEmail()
})

const read = async <Data>(path: string, init?: Parameters<PublishingApp['call']>[1]) => {
  const response = await app.call(path, init)
  return { status: response.status, ...((await response.json()) as { data: Data; message?: string }) }
}
const save = async (mailing: { day?: number; recipients?: string[] } = {}) =>
  read<ReportMailing>('reports/mailing', {
    method: 'PUT',
    json: { domainId, day: 3, recipients: [to], ...mailing },
  })
const nextMail = async () => (await read<ReportMailing>(`reports/mailing?domainId=${domainId}`)).data.next

async function release({ month = '2030-01', recipients = [] as string[] } = {}) {
  const { data: report } = await read<Report>('reports', { json: { domainId, month } })
  const released = await read<Report>(`reports/${report._id}/release`, {
    json: { preparedAt: report.preparedAt, recipients },
  })
  expect(released.status).toBe(200)
  return released.data
}
const withdraw = ({ _id }: Report) => app.call(`reports/${_id}/withdraw`, { method: 'POST' })

/** Sets the clock to a time in Melbourne, in its summer, and runs the job. */
async function runAt(time: string) {
  app.clock.advance(Date.parse(`${time}:00+11:00`) - +app.clock.now())
  await mailMonthlyReports(app.ctx)
}
const subjects = async (address = to) => (await app.mail(address)).map(({ subject }) => subject)
const overdue = async () =>
  (await read<Overview>('overview?timeZone=Australia/Melbourne')).data.overdueReports

test('mails a released report at nine on its day, once to each address, with any number of processes', async () => {
  const other = newEmail()
  await save({ recipients: [to, other] })
  await runAt('2030-02-02T10:00')
  const { link } = await release()
  await runAt('2030-02-03T08:59')
  expect(await subjects()).toEqual([])
  expect(await nextMail()).toEqual({ month: '2030-01', at: '2030-02-02T22:00:00.000Z' })
  await runAt('2030-02-03T09:00')
  await Promise.all([mailMonthlyReports(app.ctx), mailMonthlyReports(app.ctx)])
  const report = 'Pat’s Plumbing: report for January 2030'
  expect([await subjects(), await subjects(other)]).toEqual([[report], [report]])
  expect((await app.mail(to))[0]?.text).toContain(link!)
  expect(await nextMail()).toEqual({ month: '2030-02', at: '2030-03-02T22:00:00.000Z' })
  await runAt('2030-02-28T10:00')
  await runAt('2030-03-03T10:00')
  expect(await subjects()).toEqual([report])
  expect((await release({ month: '2030-02' })).recipients).toEqual([])
  await runAt('2030-03-03T10:05')
  expect(await subjects()).toEqual(['Pat’s Plumbing: report for February 2030', report])
})

test('mails a month once, even if its report is withdrawn and released again', async () => {
  await save()
  await runAt('2030-02-03T09:00')
  const report = await release()
  await runAt('2030-02-03T09:05')
  expect(await subjects()).toHaveLength(1)
  await withdraw(report)
  await release()
  await runAt('2030-02-03T09:10')
  expect(await subjects()).toHaveLength(1)
})

test('forgets the monthly mails that wait for the mail server when the report is withdrawn', async () => {
  await save()
  const report = await release()
  await runAt('2030-02-03T09:00')
  expect(await app.ctx.db.$count(outbox)).toBe(1)
  await withdraw(report)
  expect(await app.ctx.db.$count(outbox)).toBe(0)
})

test('doesn’t mail again to those who got the report at its release', async () => {
  const other = newEmail()
  await save({ recipients: [to, other] })
  const { _id } = await release({ recipients: [to] })
  await runAt('2030-02-03T09:00')
  expect([await subjects(), await subjects(other)].map(({ length }) => length)).toEqual([1, 1])
  expect((await read<Report>(`reports/${_id}`)).data.recipients).toEqual([to, other])
})

test('mails no report that isn’t released, tells those who can release it, and mails it once they do', async () => {
  await save()
  await runAt('2030-02-03T08:59')
  expect(await overdue()).toEqual([])
  await runAt('2030-02-03T09:00')
  expect(await overdue()).toEqual([{ domainId, month: '2030-01', day: '2030-02-03' }])
  const { data: report } = await read<Report>('reports', { json: { domainId, month: '2030-01' } })
  expect(await overdue()).toHaveLength(1)
  expect(await nextMail()).toEqual({ month: '2030-01', at: '2030-02-02T22:00:00.000Z' })
  expect(await subjects()).toEqual([])
  await read(`reports/${report._id}/release`, { json: { preparedAt: report.preparedAt, recipients: [] } })
  expect(await overdue()).toEqual([])
  await mailMonthlyReports(app.ctx)
  expect(await subjects()).toHaveLength(1)
})

test('doesn’t make up for a day that had passed when it was chosen, or for months in which it was off', async () => {
  await release()
  await runAt('2030-02-10T09:00')
  expect((await save()).data.next).toEqual({ month: '2030-02', at: '2030-03-02T22:00:00.000Z' })
  await runAt('2030-02-10T10:00')
  expect([await subjects(), await overdue()]).toEqual([[], []])
  await save({ recipients: [] })
  await runAt('2030-03-03T18:00')
  expect((await save()).data.next?.month).toBe('2030-03')
  await runAt('2030-03-03T19:00')
  expect([await subjects(), await overdue()]).toEqual([[], []])
})

test.each([
  ['before', false],
  ['after', true],
])('mails once if the process dies %s any of its writes', async (_, kept) => {
  await save()
  await release()
  await runAt('2030-02-03T08:00')
  app.clock.advance(60 * 60_000)
  for (let write = 1; write <= 3; write++)
    await mailMonthlyReports({ ...app.ctx, db: crashingDb(app.ctx.db, { write, kept }) })
  await mailMonthlyReports(app.ctx)
  expect(await subjects()).toHaveLength(1)
})

test('stops the mails to a reader who follows the link in one, and only once they confirm it', async () => {
  const other = newEmail()
  await save({ recipients: [to, other] })
  await release()
  await runAt('2030-02-03T09:00')
  const [mail] = await app.mail(to)
  const { pathname, search } = new URL(/\S+\/report\/stop\S+/.exec(mail!.text)![0])
  const page = await app.request(pathname + search)
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<form method="post">')])
  expect((await save({ recipients: [to, other] })).data.recipients).toEqual([to, other])
  const stopped = await app.request(pathname + search, { method: 'POST' })
  expect([stopped.status, await stopped.text()]).toEqual([200, expect.stringContaining('unsubscribed')])
  expect((await read<ReportMailing>(`reports/mailing?domainId=${domainId}`)).data).toMatchObject({
    recipients: [other],
    stopped: [to],
  })
  const forged = await app.request(pathname + search.replace('to=', 'to=x'), { method: 'POST' })
  expect(forged.status).toBe(404)
  expect(await save({ recipients: [other, to] })).toMatchObject({
    status: 400,
    message: REPORT_MESSAGES.stopped([to]),
  })
  expect((await save({ recipients: [other] })).data.stopped).toEqual([to])

  const resume = (query: string) =>
    app.request(pathname.replace('stop', 'resume') + query, { method: 'POST' })
  expect((await resume(search.replace('to=', 'to=x'))).status).toBe(404)
  expect(await (await resume(search)).text()).toContain('subscribed again')
  expect((await save({ recipients: [other, to] })).data).toMatchObject({
    recipients: [other, to],
    stopped: [],
  })
})

test('rejects days that not each month has, too many addresses and invalid ones', async () => {
  expect(await save({ day: 29 })).toMatchObject({ status: 400, message: REPORT_MESSAGES.mailingDay })
  expect(await save({ recipients: ['nobody'] })).toMatchObject({ status: 400 })
  expect(await save({ recipients: Array.from({ length: 6 }, newEmail) })).toMatchObject({
    status: 400,
    message: REPORT_MESSAGES.recipients,
  })
})

test('asks for another release of a report whose link a change of the secret has lost', async () => {
  await save()
  const { _id } = await release()
  const config = { ...app.ctx.config, appSecret: 'another secret of at least 32 characters' }
  await runAt('2030-02-03T08:00')
  app.clock.advance(60 * 60_000)
  await mailMonthlyReports({ ...app.ctx, config })
  expect(await subjects()).toEqual([])
  const told = () => overdueReports(asUser({ ...app.ctx, config }, app.author.userId))
  expect(await told()).toEqual([{ domainId, month: '2030-01', day: '2030-02-03', lostLink: _id }])
  expect(await overdue()).toEqual([])
  await mailMonthlyReports(app.ctx)
  expect([(await subjects()).length, await told()]).toEqual([1, []])
})
