import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'

const shipped = JSON.parse(readFileSync('shared/brand.json', 'utf8')) as typeof import('./brand.json')

/** Evaluates an expression over modules of `shared/` in a process whose `brand.json` has other facts. */
async function withBrand(facts: Record<string, unknown>, module: string, expression: string): Promise<unknown> {
  const brand = JSON.stringify({ ...shipped, ...facts })
  const code = `
    Bun.plugin({
      name: 'brand',
      setup: build => build.onLoad({ filter: /shared.brand\\.json$/ }, () => ({ exports: ${brand}, loader: 'object' })),
    })
    const module = await import('${import.meta.dirname}/${module}')
    console.log(JSON.stringify((${expression})(module)))`
  const { stdout, exited } = Bun.spawn([process.execPath, '-e', code], { stdout: 'pipe', stderr: 'inherit' })
  const [output] = await Promise.all([stdout.text(), exited])
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

const HOURS = '({ SUPPORT_HOURS, SUPPORT_ZONE }) => [...SUPPORT_HOURS, SUPPORT_ZONE]'
const calls = { ...shipped.calls, timeZone: 'Australia/Hobart' }

test.each([
  [
    { 'Mon-Thu': '8:30 am-5 pm' },
    [{ days: 'Mon-Thu', hours: '8:30 am-5 pm' }, 'Times are those of Hobart.'],
  ],
  [{ Daily: '9 AM-5 PM AEST' }, [{ days: 'Daily', hours: '9 AM-5 PM AEST' }, 'AEST is the time in Hobart.']],
  [{}, ['Times are those of Hobart.']],
])('shows the agency’s opening hours and whose time they are in: %j', async (openingHours, expected) => {
  expect(await withBrand({ openingHours, calls }, 'requests/support.ts', HOURS)).toEqual(expected)
})
