import { expect, test } from 'bun:test'

import { rendered } from '#site/test/rendered.ts'
import { TextField } from './Field.tsx'

test('leads from the control to what is beside its label, so that Tab goes from field to field', () => {
  const { markup } = rendered(<TextField label="Password" name="password" aside={<button>Forgot?</button>} />)
  expect(markup.indexOf('<input')).toBeLessThan(markup.indexOf('<button'))
})
