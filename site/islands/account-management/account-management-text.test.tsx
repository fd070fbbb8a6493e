import { expect, test } from 'bun:test'

import { rendered } from '#site/test/rendered.ts'
import { Details } from './AccountManagement.tsx'

const PRICE = { price: 'from $490 a month, plus GST', gets: 'Two posts a week.' }

test('says what account management costs, and what that buys', () => {
  const { text } = rendered(<Details {...PRICE} onClose={() => {}} />)
  expect(text).toContain('from $490 a month, plus GST Two posts a week.')
})

test('says nothing of a price that the agency doesn’t name', () => {
  expect(rendered(<Details price="" gets="Two posts a week." onClose={() => {}} />).text).not.toMatch(
    /GST|Two posts/,
  )
})
