import { expect, test } from 'bun:test'

import { siteSplit } from './built-site.ts'

test.each([
  ['https://example.com', 'https://example.com'],
  ['https://api.example.com', 'https://www.example.com'],
  ['https://api.example.com.au', 'https://example.com.au:8443'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:4321'],
  ['http://localhost:3000', 'http://localhost:4321'],
])('treats %s and %s as the same site', (publicUrl, siteUrl) => {
  expect(siteSplit({ publicUrl, siteUrl })).toBeUndefined()
})

test.each([
  ['https://api.example.com', 'https://example.org'],
  ['https://one.com.au', 'https://two.com.au'],
  ['https://one.pages.dev', 'https://two.pages.dev'],
  ['http://api.example.com', 'https://www.example.com'],
  ['http://127.0.0.1:3000', 'http://localhost:4321'],
])('treats %s and %s as different sites', (publicUrl, siteUrl) => {
  expect(siteSplit({ publicUrl, siteUrl })).toContain('different sites to a browser')
})
