import { expect, test } from 'bun:test'

import { NAMES_NETWORK } from './names.ts'

test.each([
  ['Insta + FB', true],
  ['for bsky', true],
  ['WP only', true],
  ['see our Google Drive', false],
  ['facebook.jpg', false],
  ['https://instagram.com/bakery', false],
  ['configure the oven', false],
])('tells a cell that may name networks from any other: %s', (text, names) => {
  expect(NAMES_NETWORK.test(text)).toBe(names)
})
