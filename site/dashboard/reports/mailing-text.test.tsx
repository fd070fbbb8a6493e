import { expect, test } from 'bun:test'

import { rendered } from '#site/test/rendered.ts'
import { MonthlyEmail } from './Mailing.tsx'
import { $mailing } from './store.ts'

test('offers to set up the monthly email where nobody has set it up', () => {
  $mailing.set({ state: 'ready', data: null })
  expect(rendered(<MonthlyEmail />).text).toContain('Each released report can be emailed')
  $mailing.reset()
})
