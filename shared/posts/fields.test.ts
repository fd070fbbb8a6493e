import { expect, test } from 'bun:test'

import { NO_EXTRAS } from './extras.ts'
import { altTextProblem, fieldProblem, fieldsIn, fillExtras, fillIn } from './fields.ts'

const values = { name: 'Ann & "Ben"', phone: '(03) 9555 0123', address: '' }

test('fills in the fields of a text, and leaves those without a value', () => {
  expect(fillIn('{{name}} at {{address}}: {{ Phone }}, {phone}, {{ email }}', values)).toBe(
    'Ann & "Ben" at {{address}}: (03) 9555 0123, {phone}, {{ email }}',
  )
})

test('names the fields that have no value', () => {
  expect(fieldsIn('{{phone}} {{NAME}} {{phone}}')).toEqual(['name', 'phone'])
  expect(fieldProblem('Come to {{address}}')).toBe(
    'We don’t know the address of this business. Please write it in place of {{address}}.',
  )
  expect(fieldProblem('Come to {address}')).toBeUndefined()
})

test('names the fields that don’t exist, and those that do', () => {
  expect(fieldProblem(fillIn('{{nmae}} of {{ first name }}, {{ name }}', values))).toBe(
    'We don’t know the fields {{nmae}} and {{ first name }}. We fill in {{name}}, {{phone}} and {{address}}. Please choose one of them, or write the words themselves.',
  )
  expect(fieldProblem(JSON.stringify({ title: 'Half price at {{shop}}' }))).toMatch(
    /^We don’t know the field \{\{shop\}\}\./,
  )
  expect(altTextProblem('The door of {{nmae}}')).toMatch(/not in alt texts/)
  for (const text of ['{nmae}', '{{}}', '{{ a: 1 }}', JSON.stringify({ a: { b: { c: 'd' } } })])
    expect(fieldProblem(text)).toBeUndefined()
})

test('fills in the fields of a post’s extras, URL-encoded inside links', () => {
  const extras = {
    ...NO_EXTRAS,
    kind: 'offer' as const,
    title: 'Half price at {{name}}',
    coupon: '{{address}}',
    url: 'https://example.com/?shop={{name}}',
  }
  expect(fillExtras(extras, values)).toEqual({
    ...extras,
    title: 'Half price at Ann & "Ben"',
    url: 'https://example.com/?shop=Ann%20%26%20%22Ben%22',
  })
})
