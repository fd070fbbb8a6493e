import { expect, test } from 'bun:test'

import { excerptOf, goesOutWhenApproved } from './messages.ts'

test('labels a post without text, and names a long one by its beginning', () => {
  expect(excerptOf(' \n ')).toBe('[No message]')
  expect(excerptOf('Spring\n\nspecials')).toBe('Spring specials')
  expect(excerptOf('word '.repeat(20))).toBe(`${'word '.repeat(11)}word…`)
  expect(excerptOf(`${'x'.repeat(58)}🥐 and more`)).toBe(`${'x'.repeat(58)}…`)
})

test('has no time for a post that goes out when it is approved, until it is', () => {
  const approval = { contentHash: '', by: null, at: null, via: null, whenApproved: true } as const
  expect(goesOutWhenApproved({ approval: { ...approval, state: 'in_review' } })).toBe(true)
  expect(goesOutWhenApproved({ approval: { ...approval, state: 'approved' } })).toBe(false)
  expect(goesOutWhenApproved({ approval: { ...approval, state: 'in_review', whenApproved: false } })).toBe(
    false,
  )
  expect(goesOutWhenApproved({})).toBe(false)
})
