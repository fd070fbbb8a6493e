import { expect, test } from 'bun:test'

import { rendered } from '#site/test/rendered.ts'
import { SupportHours } from './SupportDialogs.tsx'

test('shows the support hours, and whose time they are in', () => {
  expect(rendered(<SupportHours />).text).toBe(
    'Mon-Fri 9:00 AM-6:00 PM EST Sat 10:00 AM-4:00 PM EST Sun closed Time zone Times are those of Melbourne.',
  )
})
