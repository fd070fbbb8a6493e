import { expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'

import { pictureFile } from './pictures.ts'
import { openTestbed } from './testbed.ts'

const testbed = openTestbed()

const WORDS = 'Winter is when pipes burst'
/** Height of the send bar with one line, in pixels. */
const ONE_LINE = 64
/** Room for six lines of text. */
const SIX_LINES = 160
/** The networks and the sentence below them. */
const THREE_LINES = 120

const heightOf = async (element: Locator) => (await element.boundingBox())?.height ?? 0
const barOf = (page: Page) => page.locator('[data-send-bar]')
const tabsOf = (page: Page) => page.getByRole('navigation', { name: 'Tabs' })
const message = (page: Page) => page.getByRole('textbox', { name: 'Message' })

async function author(email: string) {
  const client = testbed.newClient()
  await client.signUp(email)
  await client.addDomain('Pat’s Plumbing')
  return client
}

async function authorOnThree(email: string) {
  const client = await author(email)
  await client.connectFacebook('Pat’s Plumbing')
  await client.connectInstagram('pats.plumbing')
  await client.connectGoogle(['Pat’s Plumbing'])
  return client.token()
}

/** Writes a post with three pictures for three networks in the open composer. */
async function writeForThree(page: Page) {
  await page.getByRole('switch', { name: 'Google' }).waitFor()
  await message(page).fill(WORDS)
  const files = await Promise.all(['tap.jpg', 'pat.jpg', 'van.jpg'].map(name => pictureFile(name)))
  await page.getByLabel('Add pictures or a video').setInputFiles(files)
  await page.getByText('Saved', { exact: true }).waitFor()
}

const PHONES = [
  { width: 390, height: 844 },
  { width: 320, height: 640 },
]

test.each(PHONES)('replaces the tabs of a phone by a bar of one line at $width × $height', async size => {
  const session = await authorOnThree(`phone-${size.width}@example.com`)
  await testbed.visit(`phone-${size.width}`, { viewport: 'phone', session }, async visitor => {
    const { page, expectAccessible } = visitor
    await page.setViewportSize(size)
    await page.goto(`${testbed.url}/dashboard/calendar`)
    await tabsOf(page).getByRole('link', { name: 'Create Post' }).click()
    await writeForThree(page)
    expect(await tabsOf(page).isVisible()).toBe(false)
    expect(await heightOf(barOf(page))).toBeLessThanOrEqual(ONE_LINE)
    expect(await heightOf(page.getByRole('group', { name: 'Where it goes' }))).toBeLessThan(THREE_LINES)
    await expectAccessible('a post for three networks on a phone')

    await page.getByRole('button', { name: 'Preview' }).click()
    const preview = page.getByRole('dialog', { name: 'Preview' })
    await preview.getByRole('tab', { name: 'Instagram' }).click()
    await preview.getByText(WORDS).waitFor()
    await expectAccessible('the preview on a phone')
    await preview.getByRole('button', { name: 'Close' }).click()

    await page.getByRole('button', { name: /^Tomorrow/ }).click()
    expect(await heightOf(barOf(page))).toBeLessThanOrEqual(ONE_LINE)
    await page.getByRole('button', { name: 'Schedule Post' }).click()
    await page.getByText(/^Scheduled for /).waitFor()
    expect(await page.getByText(/Your post has been submitted/).count()).toBe(1)
    await page.getByRole('link', { name: 'Close' }).click()
    await page.getByRole('heading', { name: 'Calendar', level: 1 }).waitFor()
    expect(await tabsOf(page).isVisible()).toBe(true)
    expect(visitor.faults).toEqual([])
  })
})

const LAPTOPS = [
  { width: 1024, height: 768, fits: false },
  { width: 1280, height: 800, fits: true },
  { width: 1440, height: 900, fits: true },
]

test.each(LAPTOPS)(
  'has a high text box and a bar of one line at $width × $height',
  async ({ fits, ...size }) => {
    const session = await authorOnThree(`laptop-${size.width}@example.com`)
    await testbed.visit(
      `laptop-${size.width}`,
      { viewport: 'desktop', session },
      async ({ page, faults }) => {
        await page.setViewportSize(size)
        await page.goto(`${testbed.url}/dashboard/create-post`)
        await writeForThree(page)
        expect(await heightOf(message(page))).toBeGreaterThanOrEqual(SIX_LINES)
        expect(await heightOf(barOf(page))).toBeLessThanOrEqual(ONE_LINE)
        const height = await page.evaluate(() => document.documentElement.scrollHeight)
        if (fits) expect(height).toBeLessThanOrEqual(size.height)
        await page.getByRole('button', { name: /^Tomorrow/ }).click()
        expect(await heightOf(barOf(page))).toBeLessThanOrEqual(ONE_LINE)
        expect(faults).toEqual([])
      },
    )
  },
)

test('offers to connect an account, and shows how the post would look without one', async () => {
  const session = (await author('no-account@example.com')).token()
  await testbed.visit('no-account', { viewport: 'phone', session }, async ({ page, expectAccessible }) => {
    await page.goto(`${testbed.url}/dashboard/create-post`)
    await page.getByRole('link', { name: 'Connect an account' }).waitFor()
    await message(page).fill(WORDS)
    await expectAccessible('the composer without an account')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('dialog', { name: 'Preview' }).getByText('Pat’s Plumbing').waitFor()
  })
})
