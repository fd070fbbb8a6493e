import { expect, test } from 'bun:test'

import { excerptOf } from './messages.ts'

test('labels a post without text, and names a long one by its beginning', () => {
  expect(excerptOf(' \n ')).toBe('[No message]')
  expect(excerptOf('Spring\n\nspecials')).toBe('Spring specials')
  expect(excerptOf('word '.repeat(20))).toBe(`${'word '.repeat(11)}word…`)
})
