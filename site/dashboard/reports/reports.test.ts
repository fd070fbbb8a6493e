import { afterAll, expect, test } from 'bun:test'
import { keepMount } from 'nanostores'

import { testApp } from '#api/test/app.ts'
import { $domains, $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { settled } from '#site/lib/remote.ts'
import { signIn, signOut } from '#site/lib/session.ts'
import { serveSite } from '#site/test/browser.ts'
import {
  $allReports,
  $mailing,
  $report,
  $reports,
  monthsUntil,
  nextToRelease,
  reportsByMonth,
  saveMailing,
} from './store.ts'

const app = await testApp()
const undo = serveSite(app)
afterAll(() => {
  signOut()
  $domains.reset()
  $reports.reset()
  $allReports.reset()
  $report.reset()
  $mailing.reset()
  undo()
})

test('lists the reports when a link opens them before the businesses have loaded', async () => {
  const pat = await app.signUp()
  const saved = await pat.call('users/saveUserDomain', { json: { businessName: 'Mill' } })
  const { data } = (await saved.json()) as { data: { _id: string } }
  const month = new Date(app.clock.now()).toISOString().slice(0, 7)
  const prepared = await pat.call('reports', { json: { domainId: data._id, month } })
  expect(prepared.status).toBe(200)
  signIn(pat.token)
  for (const $store of [$reports, $selectedDomain]) keepMount($store)
  expect($domains.get().state).toBe('loading')
  expect(await settled($reports)).toMatchObject({ state: 'ready', data: [{ month }] })
})

test('shows the newest report beside the list, and on a narrow screen only an open one', async () => {
  const [newest] = (await settled($reports)).data!
  const { matchMedia } = globalThis
  const resized = new EventTarget()
  const screen = Object.assign(resized, { matches: true })
  globalThis.matchMedia = () => screen as never
  $router.open('/dashboard/reports')
  keepMount($report)
  expect((await settled($report)).data?._id).toBe(newest!._id)

  screen.matches = false
  resized.dispatchEvent(new Event('change'))
  expect((await settled($report)).data).toBeUndefined()
  $router.open(`/dashboard/reports?report=${newest!._id}`)
  expect((await settled($report)).data?._id).toBe(newest!._id)
  globalThis.matchMedia = matchMedia
})

test('begins with the month that it is in the business’s zone', () => {
  const now = new Date('2026-11-30T20:00:00Z')
  const newest = (zone: string) => monthsUntil(now, zone)[0]
  expect([newest('Australia/Melbourne'), newest('America/New_York')]).toEqual(['2026-12', '2026-11'])
})

test('names the address that isn’t valid, and saves the others once it is mended', async () => {
  keepMount($mailing)
  await settled($mailing)
  expect(await saveMailing(3, ['sam@mill.example', 'nobody'])).toEqual({
    recipients: 'nobody: Please enter a valid email address.',
  })
  expect(await saveMailing(3, ['sam@mill.example'])).toBeUndefined()
  expect($mailing.get()).toMatchObject({ data: { day: 3, recipients: ['sam@mill.example'] } })
})

test('lists the reports of all businesses by month, first those to release, then businesses without one', async () => {
  keepMount($allReports)
  const [report] = (await settled($allReports)).data!
  expect(report!.domainId).toBe($selectedDomain.get()!._id)
  const of = (domainId: string, month: string, state: 'draft' | 'released') => ({
    ...report!,
    domainId,
    month,
    state,
  })
  const reports = [
    of('Mill', '2026-11', 'released'),
    of('Pool', '2026-11', 'draft'),
    of('Mill', '2026-09', 'draft'),
  ]
  const listed = reportsByMonth(reports, ['Mill', 'Pool', 'Deli'], '2026-11')
  expect(
    listed.map(({ month, reports, missing }) => [month, reports.map(each => each.domainId), missing]),
  ).toEqual([
    ['2026-11', ['Pool', 'Mill'], ['Deli']],
    ['2026-09', ['Mill'], []],
  ])
})

test('offers the first later report that isn’t released', () => {
  const { data = [] } = $reports.get()
  const states = {
    '2026-12': 'draft',
    '2026-11': 'draft',
    '2026-10': 'released',
    '2026-09': 'draft',
  } as const
  const reports = Object.entries(states).map(([month, state]) => ({ ...data[0]!, month, state }))
  expect(nextToRelease(reports, '2026-10')?.month).toBe('2026-11')
  expect(nextToRelease(reports, '2026-12')).toBeUndefined()
})
