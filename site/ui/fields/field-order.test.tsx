import { expect, test } from 'bun:test'

import { rendered } from '#site/test/rendered.ts'
import { TextField } from './Field.tsx'

test('places content beside a label after the control, so that Tab moves from field to field', () => {
  const { markup } = rendered(<TextField label="Password" name="password" aside={<button>Forgot?</button>} />)
  expect(markup.indexOf('<input')).toBeLessThan(markup.indexOf('<button'))
})
