import { afterAll, expect, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'

import type { Report } from '#shared/reports/report.ts'
import { sampleReport } from '#shared/reports/sample.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { cutNetwork } from '#site/test/browser.ts'
import { rendered } from '#site/test/rendered.ts'
import { ReleaseForm } from './ReportsScreen.tsx'

const { content, note } = sampleReport
const report: Report = {
  _id: 'r1',
  domainId: 'b',
  month: content.month,
  state: 'draft',
  preparedAt: '2026-11-01T20:00:00Z',
  releasedAt: null,
  recipients: [],
  pdf: null,
  content,
  note,
  link: null,
}

const restore = cutNetwork()
afterAll(() => {
  cleanStores($me)
  $me.reset()
  restore()
})

test('addresses nobody, and names the time at which the figures were read', async () => {
  const shown = {
    ...content,
    accounts: content.accounts.map(each => ({ ...each, readAt: '2026-10-31T02:00:00Z' })),
  }
  keepMount($me)
  await $me.reload()
  $me.set({ state: 'ready', data: { email: 'agency@currawong.example' } as never })
  const { text, markup } = rendered(
    <ReleaseForm report={{ ...report, content: shown }} note={note} onNote={() => {}} />,
  )
  expect(markup).toMatch(/<input[^>]*inputMode="email"[^>]*value=""/i)
  expect(text).toContain('The figures are as of Sat 31 Oct,')
})
