import { expect, test } from 'bun:test'

import type { Checks } from './measured.ts'
import type { PageFacts } from './page-facts.ts'
import type { AuditResult } from './result.ts'
import { formatSummary, summarizeAudit } from './summary.ts'

const FACTS: PageFacts = {
  url: 'https://bakehouse.example/',
  title: 'Harbour Bakehouse',
  description: 'Bread in Geelong',
  isSecure: true,
  fitsPhones: true,
  hours: { text: 'Mo-Fr 07:00-15:00', isMarked: true },
  phone: { text: '03 5200 0000', isMarked: true, isPressable: true },
  place: { text: '1 Pier Street, Geelong', isMarked: true },
  share: {
    title: 'Harbour Bakehouse',
    description: '',
    picture: { url: 'https://a.example/p.png', loads: true },
  },
}
const CHECKS: Checks = {
  'largest-contentful-paint': { passes: true, value: 1800 },
  'total-blocking-time': { passes: true, value: 50 },
  'is-crawlable': { passes: true },
}

const result = (facts: Partial<PageFacts> = {}, checks: Checks = {}): AuditResult => ({
  facts: { ...FACTS, ...facts },
  measured: {
    scores: { performance: 90, accessibility: 90, 'best-practices': 90, seo: 90 },
    checks: { ...CHECKS, ...checks },
  },
})
const titles = (found: AuditResult) => summarizeAudit(found).worst.map(({ title }) => title)

test('has nothing to fix on a page that does everything right, and says what is good', () => {
  const { verdict, worst, others, good } = summarizeAudit(result())
  expect({ verdict, worst, others }).toEqual({
    verdict: 'We found nothing to fix. This page does its job.',
    worst: [],
    others: [],
  })
  expect(good).toContain('A press on the phone number calls you.')
  expect(good).toContain('The main part of the page shows quickly, even on a phone.')
})

test('claims nothing about facts that it didn’t find on a page in another language', () => {
  const german = result({ isEnglish: false, phone: null, hours: null, place: null })
  expect(titles(german)).toEqual([])
  expect(titles({ ...german, facts: { ...german.facts!, isEnglish: true } })).toHaveLength(3)
})

test('puts what loses the most customers first, and names at most three with their cost', () => {
  const found = result(
    { isSecure: false, phone: null, hours: null, place: null },
    { 'is-crawlable': { passes: false } },
  )
  expect(titles(found)).toEqual([
    'The page asks search engines to leave it out.',
    'Browsers call the site “Not secure”.',
    'The page names no phone number.',
  ])
  const { verdict, others, worst } = summarizeAudit(found)
  expect(verdict).toBe('Customers who look you up here may not stay.')
  expect(others).toEqual(['The page doesn’t say when you’re open.', 'The page doesn’t say where you are.'])
  expect(worst[2]?.cost).toContain('competitor')
})

test('says how slow a page is, and weighs a very slow one more than a missing place', () => {
  const slow = { 'largest-contentful-paint': { passes: false, value: 9240 } }
  expect(titles(result({ place: null }, slow))).toEqual([
    'On a phone, it takes 9.2 seconds until the main part of the page shows.',
    'The page doesn’t say where you are.',
  ])
  const almost = { 'largest-contentful-paint': { passes: false, value: 2600 } }
  expect(titles(result({ place: null }, almost))[0]).toBe('The page doesn’t say where you are.')
})

test('distinguishes a number that can’t be pressed from a missing one, and hours that only people can read', () => {
  const found = result({
    phone: { text: '03 5200 0000', isMarked: false, isPressable: false },
    hours: { text: 'Mon to Fri 7am', isMarked: false },
  })
  expect(titles(found)).toEqual([
    'The phone number can’t be pressed.',
    'Search engines can’t read your opening hours.',
  ])
  expect(summarizeAudit(found).verdict).toBe('This page works, and could bring you more customers.')
})

test('distinguishes a missing share picture from one that doesn’t load', () => {
  const share = { ...FACTS.share, picture: null }
  expect(titles(result({ share }))).toEqual(['A shared link comes without a picture.'])
  const broken = { ...FACTS.share, picture: { url: 'https://a.example/gone.png', loads: false } }
  expect(titles(result({ share: broken }))).toEqual(['The picture for shared links doesn’t load.'])
})

test('makes no claim about what could not be read or measured', () => {
  const { good } = summarizeAudit({ facts: FACTS, measured: null })
  expect(good.join(' ')).not.toContain('quickly')
  const unread = summarizeAudit({ facts: null, measured: result().measured })
  expect([unread.worst, unread.good.join(' ').includes('phone number')]).toEqual([[], false])
})

test('renders a result as text: the verdict, the worst with their cost, the others, and what is good', () => {
  const lines = formatSummary(result({ isSecure: false, phone: null, hours: null, place: null }))
  expect(lines[1]).toBe(
    '1. Browsers call the site “Not secure”. Careful people leave at that warning, and nobody likes to type a phone number below it.',
  )
  expect(lines[4]).toBe('Also: The page doesn’t say where you are.')
  expect(lines[5]).toStartWith('Good: Search engines may list the page.')
})
