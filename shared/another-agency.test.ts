import { Glob } from 'bun'
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'

const shipped = JSON.parse(readFileSync('shared/brand.json', 'utf8')) as typeof import('./brand.json')

/** Evaluates an expression over modules of `shared/` in a process whose `brand.json` has other facts. */
async function withBrand(
  facts: Record<string, unknown>,
  module: string,
  expression: string,
): Promise<unknown> {
  const brand = JSON.stringify({ ...shipped, ...facts })
  const code = `
    Bun.plugin({
      name: 'brand',
      setup: build => build.onLoad({ filter: /shared.brand\\.json$/ }, () => ({ exports: ${brand}, loader: 'object' })),
    })
    const module = await import('${import.meta.dirname}/${module}')
    console.log(JSON.stringify((${expression})(module)))`
  const { stdout, exited } = Bun.spawn([process.execPath, '-e', code], { stdout: 'pipe', stderr: 'inherit' })
  const [output] = await Promise.all([new Response(stdout).text(), exited])
  return JSON.parse(output)
}

const PLAN = { websitePlan: { price: 120, currency: 'NZD', pages: '1-5' } }

test('names the price of the website plan in each form that offers it', async () => {
  const labels = await withBrand(
    PLAN,
    'requests/requests.ts',
    '({ SERVICES, WEBSITE_BUDGETS }) => [...SERVICES, ...WEBSITE_BUDGETS].map(({ label }) => label)',
  )
  expect(labels).toContain('$120 Package')
  expect(labels).toContain('$120 NZD a month, 1-5 pages')
  expect(JSON.stringify(labels)).not.toContain('99')
})

test('offers no website anywhere if the agency sells none', async () => {
  const offered = await withBrand(
    { websitePlan: { ...shipped.websitePlan, price: 0 } },
    '../site/islands/contact/choices.ts',
    '({ serviceChoices }) => serviceChoices([]).flatMap(({ choices }) => choices.map(({ value }) => value))',
  )
  expect(offered).toEqual(['other'])
})

const HOURS =
  '({ SUPPORT_HOURS, OPEN_HOURS, SUPPORT_ZONE }) => [...SUPPORT_HOURS, ...OPEN_HOURS.map(({ hours }) => hours), SUPPORT_ZONE]'
const calls = { ...shipped.calls, timeZone: 'Australia/Hobart' }

test.each([
  [
    { 'Mon-Thu': '8:30 am-5 pm' },
    [{ days: 'Mon-Thu', hours: '8:30 am-5 pm' }, '8:30 am-5 pm', 'Times are those of Hobart.'],
  ],
  [
    { Daily: '9 AM-5 PM AEST' },
    [{ days: 'Daily', hours: '9 AM-5 PM AEST' }, '9 AM-5 PM', 'Times are those of Hobart.'],
  ],
  [{}, ['Times are those of Hobart.']],
])('shows the agency’s opening hours and whose time they are in: %j', async (openingHours, expected) => {
  expect(await withBrand({ openingHours, calls }, 'requests/support.ts', HOURS)).toEqual(expected)
})

test('adds opening hours to the structured data if they are days and times', async () => {
  const openingHours = {
    'Mon-Thu, Fri': '12 pm-5:30 PM AEST',
    'Monday-Thursday': '8:30 am-5 pm',
    Daily: '9-17',
    Sun: 'by appointment',
    'Public holidays': '9-5',
  }
  expect(
    await withBrand(
      { openingHours, calls },
      'requests/schema-hours.ts',
      '({ SCHEMA_HOURS }) => SCHEMA_HOURS',
    ),
  ).toEqual(['Mo-Th,Fr 12:00-17:30', 'Mo-Th 08:30-17:00', 'Mo-Su 09:00-17:00'])
})

const PRICES =
  '({ ladderPrices, pricedPosts, anotherShop }) => [ladderPrices, pricedPosts("3"), anotherShop ?? null]'

test.each([
  [{}, ['2 posts a week are $490, 3 are $690 and 5 are $890 a month', '3 posts a week, $690 a month', {}]],
  [{ ladder: [], anotherShop: undefined }, ['', '', null]],
  [
    {
      websitePlan: { ...PLAN.websitePlan, currency: 'GBP' },
      ladder: [
        { posts: 1, price: 240 },
        { posts: 3, price: 1690 },
      ],
    },
    ['1 post a week is £240 and 3 are £1,690 a month', '3 posts a week, £1,690 a month', {}],
  ],
])(
  'names the prices by posts a week and of a further shop, if there are any: %j',
  async (facts, expected) => {
    expect(await withBrand(facts, 'prices.ts', PRICES)).toMatchObject(expected)
  },
)

test('dates the sample report by the agency’s clocks', async () => {
  const facts = await withBrand(
    { calls: { ...shipped.calls, timeZone: 'America/New_York' } },
    'reports/sample.ts',
    '({ sampleReport: { content } }) => [content.timeZone, content.best.publishedAt, content.preparedAt]',
  )
  // At 3 pm in summer time, and at 9 pm on the day on which it ended.
  expect(facts).toEqual(['America/New_York', '2026-10-14T19:00:00.000Z', '2026-11-02T02:00:00.000Z'])
})

test('names a law, a region, a price and the company only in brand.json', () => {
  const { regions, company, email, terms, websitePlan } = shipped
  const facts = ['Victoria', terms.law, ...regions, company, email, `$${websitePlan.price}`]
  const pages = [...new Glob('site/{pages,sections,layouts}/**/*.astro').scanSync('.')]
  const named = pages.flatMap(page => {
    const text = readFileSync(page, 'utf8')
    return facts.filter(fact => text.includes(fact)).map(fact => `${page}: ${fact}`)
  })
  expect(named).toEqual([])
})

test('says the agency’s tax, and has no ladder of prices where it is left out', async () => {
  const pricesWith = (terms: object) =>
    withBrand(
      { ladder: undefined, terms: { ...shipped.terms, ...terms } },
      'prices.ts',
      "({ ladder, plusTax, withTax }) => [ladder, plusTax('$120 a month'), withTax(120)]",
    )
  expect(await pricesWith({ taxName: 'VAT', gstPercent: 20 })).toEqual([[], '$120 a month, plus VAT', '$144'])
  expect(await pricesWith({ taxName: undefined })).toEqual([[], '$120 a month, plus GST', '$132'])
  expect(await pricesWith({ gstPercent: 0 })).toEqual([[], '$120 a month', '$120'])
})

test('gives mails the agency’s colour', async () => {
  const mail = await withBrand(
    { accent: '#14532d' },
    '../api/mail/templates.ts',
    "({ requestMail }) => requestMail({ to: 'pat@example.com', replyTo: '', subject: 'Hi', facts: [], message: '', url: 'https://x.example' }).html",
  )
  expect(mail).toContain('background: #14532d; color: #ffffff')
  expect(mail).toContain('border-top: 4px solid #14532d')
})
