import { expect, test } from 'bun:test'

import { NETWORK_MENTION } from './names.ts'

test.each([
  ['Insta + FB', true],
  ['for bsky', true],
  ['WP only', true],
  ['see our Google Drive', false],
  ['facebook.jpg', false],
  ['https://instagram.com/bakery', false],
  ['configure the oven', false],
])('tells a cell that may name networks from any other: %s', (text, names) => {
  expect(NETWORK_MENTION.test(text)).toBe(names)
})
