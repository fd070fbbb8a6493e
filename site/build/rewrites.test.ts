import { expect, test } from 'bun:test'

import { rewrite } from './rewrites.mjs'

test.each([
  ['/sample-report', '/sample-report.html'],
  ['/call/abc', '/call/'],
  ['/cases', '/cases'],
])('serves %s from %s', (url, served) => {
  const request = { url }
  rewrite(request, {}, () => {})
  expect(request.url).toBe(served)
})
