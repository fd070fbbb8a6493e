import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'

import { readDueInsights } from '#api/insights/read-account.ts'
import { connectingApp } from '#api/test/connecting.ts'
import { $domains, selectDomain } from '#site/dashboard/shared/domains/store.ts'
import { signIn, signOut } from '#site/lib/session.ts'
import { serveSite } from '#site/test/browser.ts'
import { figuresFile } from './figures-file.ts'
import { compareEngagement, describeBars, describeLine, describeMissing } from './labels.ts'
import { $insights, $range, $rate, chooseRange } from './store.ts'

const app = await connectingApp()
const owner = await app.owner()
const elsewhere = await owner.addDomain('Another business')
let undo = () => {}

beforeAll(async () => {
  await app.connectFacebook(owner)
  undo = serveSite(app)
  signIn(owner.token)
  keepMount($domains)
  await $domains.reload()
})
afterAll(() => {
  cleanStores($domains, $insights, $rate)
  signOut()
  undo()
})

const shown = () => {
  const insights = $insights.get()
  if (insights.state !== 'ready') throw new Error(insights.state)
  return insights.data.accounts
}

test('reports an account without figures, and shows them once they are loaded', async () => {
  await $insights.reload()
  expect(shown()).toMatchObject([{ network: 'facebook', readAt: null, followers: { value: null } }])
  await readDueInsights(app.ctx)
  await $insights.reload()
  expect(shown()).toMatchObject([{ missing: 'nothing', followers: { value: 0 }, posts: { value: 0 } }])
  expect(shown()[0]!.series).toHaveLength(30)
})

test('shows ninety days as well', async () => {
  chooseRange(90)
  expect($range.get()).toBe(90)
  await $insights.reload()
  expect(shown()[0]!.series).toHaveLength(90)
  chooseRange(30)
})

test('shows each business’s own figures', async () => {
  await selectDomain(elsewhere)
  await $insights.reload()
  expect(shown()).toEqual([])
  await $rate.reload()
  expect($rate.get()).toMatchObject({ state: 'ready', data: { perWeek: null, best: null } })
})

test('describes a chart as text', () => {
  const points = [
    { label: '1 November', value: null },
    { label: '2 November', value: 250 },
    { label: '3 November', value: 1290 },
  ]
  expect(describeLine(points)).toBe('From 250 on 2 November to 1,290 on 3 November.')
  expect(describeBars(points)).toBe('1,540 in total, most on 3 November (1,290).')
  expect(describeLine([])).toBe('No figures yet.')
  expect(describeBars([{ label: '1 November', value: 0 }])).toBe('None.')
})

test('explains missing figures and what to do', () => {
  const account = { network: 'facebook', name: 'Pat’s Plumbing', readAt: '2026-11-21T12:00:00Z' } as const
  expect(describeMissing('reconnect', account)).toEqual({
    text: 'We lost access to Pat’s Plumbing on Facebook. These are the last figures we have.',
    link: 'Reconnect it in Social Hub',
  })
  expect(describeMissing('reconnect', { ...account, readAt: null }).text).toBe(
    'We lost access to Pat’s Plumbing on Facebook before we could read its figures.',
  )
  expect(describeMissing('permission', account).text).toContain(
    'We don’t have permission to read insights for Pat’s Plumbing.',
  )
  expect(describeMissing('nothing', account)).not.toHaveProperty('link')
})

const days = (...engagement: (number | null)[]) =>
  engagement.map((value, index) => ({ day: `2026-11-0${index + 1}`, followers: null, engagement: value }))

test('compares engagement with the period before, if that is known', () => {
  expect(compareEngagement({ series: days(30, 18), previous: days(20, 20) })).toBe(
    '+20 % on the 2 days before (40)',
  )
  expect(compareEngagement({ series: days(1, null), previous: days(1, 0) })).toBe(
    'the same as in the 2 days before',
  )
  expect(compareEngagement({ series: days(5), previous: days(0) })).toBe('none in the 1 days before')
  expect(compareEngagement({ series: days(5), previous: null })).toBeUndefined()
})

test('exports unknown figures as empty cells, and no formulas', () => {
  const account = { network: 'facebook', name: '=HYPERLINK("x"),Pat', readAt: null, series: days(3, null) }
  expect(figuresFile({ accounts: [account] as never })).toBe(
    '\uFEFFDay,Network,Account,Followers,Engagement,Read at\r\n' +
      '2026-11-01,Facebook,"\'=HYPERLINK(""x""),Pat",,3,\r\n' +
      '2026-11-02,Facebook,"\'=HYPERLINK(""x""),Pat",,,\r\n',
  )
})
