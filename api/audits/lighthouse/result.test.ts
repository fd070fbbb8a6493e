import { expect, test } from 'bun:test'

import { AuditError } from '#api/audits/audit.ts'
import { readMeasurement, siteFailure } from './result.ts'

const ADDRESS = 'https://pat.example/about'
const FOUR = {
  performance: { score: 0.905 },
  accessibility: { score: 1 },
  'best-practices': { score: 0 },
  seo: { score: 0.5 },
}

test('converts Lighthouse’s fractions to scores of a hundred', () => {
  expect(readMeasurement({ categories: FOUR, audits: {} }, ADDRESS).scores).toEqual({
    performance: 91,
    accessibility: 100,
    'best-practices': 0,
    seo: 50,
  })
})

test('rejects a result with three scores', () => {
  const categories = { ...FOUR, performance: { score: null } }
  expect(() => readMeasurement({ categories, audits: {} }, ADDRESS)).toThrow(AuditError)
})

test('keeps the audits that have a sentence, and leaves out those that don’t apply to the page', () => {
  const audits = {
    'largest-contentful-paint': { score: 0.31, numericValue: 6204.56789 },
    'image-alt': { score: 1 },
    label: { score: null },
    'uses-http2': { score: 0 },
  }
  expect(readMeasurement({ categories: FOUR, audits }, ADDRESS).checks).toEqual({
    'largest-contentful-paint': { passes: false, value: 6204.568 },
    'image-alt': { passes: true },
  })
})

test.each([
  [
    'DNS_FAILURE',
    '',
    'We can’t find pat.example on the public internet. Check that the address is spelt right.',
  ],
  [
    'FAILED_DOCUMENT_REQUEST',
    'Details: net::ERR_CONNECTION_REFUSED',
    'pat.example isn’t responding. Check that the website is up.',
  ],
  ['FAILED_DOCUMENT_REQUEST', 'Details: net::ERR_ABORTED', 'This address leads to a file, not a web page.'],
  [
    'ERRORED_DOCUMENT_REQUEST',
    'Status code: 404',
    'pat.example responds with an error (404) instead of a page.',
  ],
  ['NOT_HTML', '', 'This address leads to a file, not a web page.'],
  ['NO_FCP', '', 'The page stayed blank, so there was nothing to measure.'],
  ['PAGE_HUNG', '', 'The page stopped responding while it was measured.'],
  ['INSECURE_DOCUMENT_REQUEST', '', 'pat.example has no valid certificate, so browsers show a warning.'],
  ['SOMETHING_NEW', '', 'The page could not be measured (SOMETHING_NEW).'],
])('describes %s (%s)', (code, details, message) => {
  expect(siteFailure(code, details, ADDRESS)).toMatchObject({ kind: 'site', message })
})
