import { expect, test } from 'bun:test'

import { rendered } from '#site/test/rendered.ts'
import { DateRange, TextField } from './Field.tsx'

test('places content beside a label after the control, so that Tab moves from field to field', () => {
  const { markup } = rendered(<TextField label="Password" name="password" aside={<button>Forgot?</button>} />)
  expect(markup.indexOf('<input')).toBeLessThan(markup.indexOf('<button'))
})

test('says beside the last day that it is before the first', () => {
  const shown = (to: string) => rendered(<DateRange from="2026-11-20" to={to} onChange={() => {}} />).text
  expect(shown('2026-11-10')).toContain('The last day is before the first.')
  expect(shown('2026-11-20')).not.toContain('The last day')
  expect(shown('')).not.toContain('The last day')
})
