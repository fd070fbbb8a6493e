import { expect, test } from 'bun:test'
import { EventEmitter } from 'node:events'

import { contrastWithWhite } from '#shared/reports/brand.ts'
import { accentIn, accentRules, FILE, followFacts, visibleInDark } from './brand-facts.ts'
import { readOwnJson } from './own-files.ts'

const RAISED = '#191d24'

test.each(['#14532d', '#000000', '#1f2a8a', '#7a1f1f'])(
  'lightens the accent %s in the dark theme only',
  accent => {
    const lighter = visibleInDark(accent)
    expect(contrastWithWhite(RAISED) / contrastWithWhite(lighter)).toBeGreaterThanOrEqual(3)
    const [light = '', ...dark] = accentRules(accent).split('\n').filter(Boolean)
    expect(light).toContain(`--color-primary: ${accent}; --color-primary-content: #ffffff`)
    expect(dark).toHaveLength(2)
    for (const rule of dark) expect(rule).toContain(`--color-primary: ${lighter};`)
  },
)

test('leaves an accent that is visible in the dark theme', () => {
  expect(visibleInDark('#f4ce23')).toBe('#f4ce23')
  expect(accentRules('#f4ce23')).not.toContain('#ffffff')
})

test('names each field of brand.json that is wrong', async () => {
  const json = await Bun.file('shared/brand.json').text()
  expect(accentIn(json)).toBe('')
  expect(() => accentIn(json.replace('"accent": ""', '"accent": "#12"'))).toThrow(
    /shared\/brand\.json:\n.*a colour such as .*\n.*at accent/,
  )
  expect(() => accentIn(json.replace('"logo": ""', '"logo": "logo.heic"'))).toThrow(
    /a square SVG or PNG.*\n.*at logo/,
  )
  expect(() => accentIn(json.replace(/"fullWeekPrice": \d+/, '"fullWeekPrice": 1'))).toThrow(
    /differs from fullWeekPrice\.\n.*at ladder/,
  )
})

test('accepts a byte order mark, and says how to write a price', async () => {
  const json = await Bun.file('shared/brand.json').text()
  expect(accentIn(`\uFEFF${json}`)).toBe('')
  expect(() => accentIn(json.replace(/("websitePlan": \{\s+"price": )\d+/, '$1"1.290,00"'))).toThrow(
    /Write a number such as 1290.*\n.*at websitePlan\.price/,
  )
})

test('names the line of a mistake in brand.json', async () => {
  const json = await Bun.file('shared/brand.json').text()
  expect(() => accentIn(json.replace(/("siteName": .*),/, '$1'))).toThrow(/^shared\/brand\.json, line 3: /)
  expect(() => accentIn(json.replace('"accent": ""', '“accent”: “”'))).toThrow(
    `shared/brand.json, line ${json.slice(0, json.indexOf('"accent"')).split('\n').length}: `,
  )
  expect(() => accentIn(json.replace('Currawong', '\uFFFD'))).toThrow('isn’t saved as UTF-8')
  expect(() => readOwnJson('shared/brands.json')).toThrow(/^shared\/brands\.json is missing\. `git checkout/)
})

test('needs no ladder of prices, no name of the tax and no price of a website', async () => {
  const { ladder, ...facts } = await Bun.file('shared/brand.json').json()
  delete facts.terms.taxName
  facts.websitePlan.price = 0
  expect(ladder).not.toBeEmpty()
  expect(accentIn(JSON.stringify(facts))).toBe('')
})

test('reads the file again once the logo that it names is there, and reloads the styles', () => {
  const watcher = new EventEmitter()
  const seen: string[] = []
  let hasLogo = false
  followFacts(watcher, {
    read: () => {
      if (!hasLogo) throw new Error('no logo')
      seen.push('read')
    },
    onError: message => seen.push(message),
    reload: () => seen.push('reload'),
  })
  watcher.emit('all', 'change', FILE)
  watcher.emit('all', 'add', 'site/content/other.md')
  hasLogo = true
  watcher.emit('all', 'add', 'site/content/logo.svg')
  watcher.emit('all', 'add', 'site/content/more.md')
  expect(seen).toEqual(['no logo', 'read', 'reload'])
})
