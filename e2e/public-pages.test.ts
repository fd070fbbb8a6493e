import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'

import { buildSite } from '../commands/setup/build-site.ts'
import { type Product, startProduct } from './processes.ts'
import { newVisitor, openBrowser } from './visitor.ts'

const PAGES = {
  '/': 'Your business, seen all week.',
  '/about': 'Clever, watchful, and heard from afar.',
  '/contact': 'Ask us anything.',
  '/privacy-policy': 'Privacy Policy',
  '/termsandconditions': 'Terms of Service',
  '/upgrade': 'As much help as you want.',
  '/guide': 'User Guide',
  '/tutorials': 'Tutorials',
  '/data-deletion': 'Delete your data',
  '/reset-password/some-token': 'Reset Password',
}
/** From a phone to a large screen; 640 is a desk at 200 % zoom. */
const WIDTHS = [390, 640, 768, 1280, 1920]

let product: Product
let browser: Browser

beforeAll(async () => {
  await buildSite()
  ;[product, browser] = await Promise.all([startProduct(), openBrowser()])
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

test('every public page is accessible in light and dark, says what it is, and fits every width', async () => {
  const visitor = await newVisitor(browser, 'desktop')
  const { page } = visitor
  for (const [path, heading] of Object.entries(PAGES)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto(product.url + path)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      await visitor.expectAccessible(`${path} in ${colorScheme}`)
    }
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      const overflow = await page.evaluate(() =>
        Math.max(0, document.documentElement.scrollWidth - innerWidth),
      )
      expect({ path, width, overflow }).toEqual({ path, width, overflow: 0 })
    }
  }
  expect(visitor.faults).toEqual([])
  await visitor.leave()
}, 120_000)

test('every public page tells search engines and those who share it what it is, by an address of its own', async () => {
  const seen = new Set<string>()
  for (const path of Object.keys(PAGES)) {
    const html = await (await fetch(product.url + path)).text()
    const content = (pattern: RegExp) => pattern.exec(html)?.[1] ?? ''
    const facts = [
      content(/<title>([^<]+)</),
      content(/<meta name="description" content="([^"]+)"/),
      content(/<link rel="canonical" href="([^"]+)"/),
    ]
    for (const fact of facts) {
      expect([path, fact]).not.toEqual([path, ''])
      expect([path, fact, seen.has(fact)]).toEqual([path, fact, false])
      seen.add(fact)
    }
    const picture = new URL(content(/<meta property="og:image" content="([^"]+)"/)).pathname
    const drawn = await fetch(product.url + picture)
    expect([path, drawn.status, drawn.headers.get('Content-Type')]).toEqual([path, 200, 'image/png'])
  }
})

test('on a phone the menu opens, leads to the section and closes', async () => {
  const visitor = await newVisitor(browser, 'phone')
  const { page } = visitor
  await page.goto(`${product.url}/`)
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await menu.getByRole('link', { name: 'What’s New' }).waitFor()
  await visitor.expectAccessible('the phone menu')
  await menu.getByRole('link', { name: 'What’s New' }).click()
  await menu.waitFor({ state: 'hidden' })
  await page.waitForURL('**/#whats-new')
  expect(visitor.faults).toEqual([])
  await visitor.leave()
})

test('an unknown path leads home, and Join the Ride to the sign-up', async () => {
  const visitor = await newVisitor(browser, 'desktop')
  const { page } = visitor
  await page.goto(`${product.url}/nothing/here`)
  expect(new URL(page.url()).pathname).toBe('/')
  await page.goto(`${product.url}/about`)
  await page.getByRole('button', { name: 'Join the Ride' }).click()
  await page.getByRole('textbox', { name: 'Full name' }).last().waitFor()
  expect(visitor.faults).toEqual([])
  await visitor.leave()
})

test('without script every page reads whole, and its form says that it needs script and gives the e-mail', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  for (const [path, heading] of Object.entries(PAGES)) {
    await page.goto(product.url + path)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    await page.getByRole('contentinfo').getByText('©').waitFor()
    await page.getByText(/the forms need JavaScript\. Without it.*hello@currawong\.example/).waitFor()
    if (await page.locator('form').count())
      await page
        .getByText(/needs JavaScript.*hello@currawong\.example/)
        .first()
        .waitFor()
  }
  await context.close()
})

test('a deletion code that nobody has is said to be unknown', async () => {
  const visitor = await newVisitor(browser, 'desktop')
  await visitor.page.goto(`${product.url}/data-deletion?code=nothing-like-it`)
  await visitor.page.getByText('No deletion has this code. Please check it.').waitFor()
  await visitor.expectAccessible('an unknown deletion code')
  await visitor.leave()
})
