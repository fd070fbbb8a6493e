import { expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'

import type { ContractClient } from './client.ts'
import { weekdayIn, ZONE } from './melbourne.ts'
import { picture, pictureFile } from './pictures.ts'
import { openTestbed } from './testbed.ts'
import type { Visitor } from './visitor.ts'

const testbed = openTestbed()

const WORDS = 'Winter is when pipes burst'
/** Height of the send bar with one line, in pixels. */
const ONE_LINE = 64
/** Height of six lines of text, in pixels. */
const SIX_LINES = 160
const TOUCHABLE = 44
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

/** Returns true if nothing covers the middle of an element. */
const isUncovered = (element: Locator) =>
  element.evaluate(node => {
    const { x, y, width, height } = node.getBoundingClientRect()
    return node.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })

const PHONES = [
  { width: 390, height: 844 },
  { width: 320, height: 640 },
]

/** Runs a check at each window size. */
async function atEach<Size extends { width: number; height: number }>(
  page: Page,
  sizes: readonly Size[],
  check: (size: Size) => Promise<void>,
) {
  for (const size of sizes) {
    await page.setViewportSize(size)
    // Before the site's font has loaded, lines have another height.
    await page.evaluate(() => document.fonts.ready)
    await check(size)
  }
}

/** Chooses a time from the menu on a phone, which doesn't scroll the page. */
async function chooseTomorrow({ page, expectAccessible }: Visitor) {
  await page.getByRole('button', { name: 'When it goes out: Now' }).click()
  await page.getByText('Schedule this post').click()
  await expectAccessible('the times on a phone')
  await page.evaluate(() => scrollTo(0, 0))
  const quickTimes = page.getByRole('group', { name: 'Quick times' })
  await quickTimes.getByRole('button', { name: 'Tomorrow 9:00 am' }).press('Enter')
  const when = page.getByRole('button', { name: /^When it goes out: .* 9:00 am$/ })
  await when.and(page.locator(':focus')).waitFor()
  expect(await page.evaluate(() => scrollY)).toBe(0)
}

test('shows a send bar of one line on a phone instead of the tabs, an error beside the place to correct it, and times in a menu', async () => {
  const session = await authorOnThree('phone@example.com')
  await testbed.visit('phone', { viewport: 'phone', session }, async visitor => {
    const { page, expectAccessible } = visitor
    const expectOneLine = async () => {
      expect(await heightOf(barOf(page))).toBeLessThanOrEqual(ONE_LINE)
    }
    await page.goto(`${testbed.url}/dashboard/calendar`)
    await tabsOf(page).getByRole('link', { name: 'Create Post' }).click()
    await page.getByRole('switch', { name: 'Google' }).waitFor()
    await expectErrorBesideRemedy(page)
    await writeForThree(page)
    expect(await tabsOf(page).isVisible()).toBe(false)
    await atEach(page, PHONES, async () => {
      await expectOneLine()
      expect(await heightOf(page.getByRole('group', { name: 'Where it goes' }))).toBeLessThan(THREE_LINES)
    })
    await expectAccessible('a post for three networks on the smallest phone')

    await page.getByRole('button', { name: 'Preview' }).click()
    const preview = page.getByRole('dialog', { name: 'Preview' })
    await preview.getByRole('tab', { name: 'Instagram' }).click()
    await preview.getByText(WORDS).waitFor()
    await expectAccessible('the preview on a phone')
    await preview.getByRole('button', { name: 'Close' }).click()

    await chooseTomorrow(visitor)
    await atEach(page, PHONES, expectOneLine)
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

test('shows a text box of six lines and a send bar of one line on a laptop', async () => {
  const session = await authorOnThree('laptop@example.com')
  await testbed.visit('laptop', { viewport: 'desktop', session }, async ({ page, faults }) => {
    await page.goto(`${testbed.url}/dashboard/create-post`)
    await writeForThree(page)
    await atEach(page, LAPTOPS, async ({ fits, height }) => {
      expect(await heightOf(message(page))).toBeGreaterThanOrEqual(SIX_LINES)
      expect(await heightOf(barOf(page))).toBeLessThanOrEqual(ONE_LINE)
      const pageHeight = await page.evaluate(() => document.documentElement.scrollHeight)
      if (fits) expect(pageHeight).toBeLessThanOrEqual(height)
    })
    await page.getByRole('button', { name: /^Tomorrow/ }).click()
    await atEach(page, LAPTOPS, async () => {
      expect(await heightOf(barOf(page))).toBeLessThanOrEqual(ONE_LINE)
    })
    expect(faults).toEqual([])
  })
})

test('offers to connect an account after a sign-in on the way, previews the post without one, and closes to the dashboard', async () => {
  await author('no-account@example.com')
  await testbed.visit('no-account', { viewport: 'phone' }, async ({ page, expectAccessible }) => {
    await page.goto(`${testbed.url}/dashboard/create-post`)
    await page.getByRole('textbox', { name: 'Email' }).fill('no-account@example.com')
    await page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Connect an account' }).waitFor()
    await pickTimes(page)

    await message(page).fill(WORDS)
    await expectAccessible('the composer without an account')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('dialog', { name: 'Preview' }).getByText('Pat’s Plumbing').waitFor()
    await page.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await page.getByRole('link', { name: 'Close' }).click()
    await page.waitForURL('**/dashboard')
  })
})

const DAY_MS = 24 * 60 * 60_000

/** Takes tomorrow's posting time. The button of the next free slot then names a date, because it is in eight days. */
async function takeFirstSlot({ call, createPost }: ContractClient) {
  const tomorrow = new Date(Date.now() + DAY_MS)
  const slots = [{ weekday: weekdayIn(1), time: '18:00' }]
  await call('slots', { method: 'PUT', json: { slots, timeZone: ZONE } })
  const query = `from=${new Date().toISOString()}&to=${new Date(+tomorrow + DAY_MS).toISOString()}&timeZone=${ZONE}`
  const [slot] = (await call(`slots/upcoming?${query}`)).data as { at: string }[]
  const files = [await picture('van.jpg', 200)]
  return createPost({ message: WORDS, files, networks: ['facebook'], at: new Date(slot!.at) })
}

/** Expects the bar's buttons beside each other within the window. */
async function expectInLine(page: Page, width: number) {
  const buttons = await barOf(page).getByRole('button').all()
  const boxes = await Promise.all(buttons.map(button => button.boundingBox()))
  let end = 0
  for (const box of boxes) {
    expect(box?.x).toBeGreaterThanOrEqual(end)
    expect(box?.width).toBeGreaterThanOrEqual(TOUCHABLE)
    end = (box?.x ?? 0) + (box?.width ?? 0)
  }
  expect(end).toBeLessThanOrEqual(width)
  expect(await heightOf(barOf(page))).toBeLessThanOrEqual(ONE_LINE)
}

test('keeps the phone’s send bar on one line with a dated slot, an edited time or Send for approval', async () => {
  const client = await author('date@example.com')
  await client.connectFacebook('Pat’s Plumbing')
  const postId = await takeFirstSlot(client)
  await testbed.visit('date', { viewport: 'phone', session: client.token() }, async ({ page, faults }) => {
    const expectRoom = () => atEach(page, PHONES, ({ width }) => expectInLine(page, width))
    await page.goto(`${testbed.url}/dashboard/create-post`)
    const slot = page.getByRole('button', { name: /^Next free slot .* \d+ \w+, 6:00 pm/ })
    await slot.waitFor()
    await expectRoom()
    await slot.click()
    await expectRoom()
    await page.goto(`${testbed.url}/dashboard/create-post?edit=${postId}`)
    const time = page.locator('[data-send-bar]').getByText(/^\w+ \d+ \w+, 6:00 pm$/)
    await time.waitFor()
    await atEach(page, PHONES, async ({ width }) => {
      const cut = await time.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
      expect(cut).toBeLessThan(2)
      await expectInLine(page, width)
    })

    const { data: businesses } = await client.call('users/getUserDomain')
    const [{ _id }] = businesses as [{ _id: string }]
    await client.call(`businesses/${_id}/approval-rule`, { method: 'PUT', json: { required: true } })
    await page.goto(`${testbed.url}/dashboard/create-post`)
    await page.getByRole('button', { name: 'Send for approval' }).waitFor()
    await slot.waitFor()
    await expectRoom()
    await slot.click()
    await expectRoom()
    expect(faults).toEqual([])
  })
})

/** Sends a post without a picture, and expects the error above the button that corrects it. */
async function expectErrorBesideRemedy(page: Page) {
  await message(page).fill(WORDS)
  await page.getByRole('button', { name: 'Post Now' }).click()
  const toast = page.getByRole('status').filter({ hasText: 'Please select at least one image' })
  const remedy = page.getByRole('button', { name: 'Post without a picture' })
  await toast.waitFor()
  const { y, height } = (await toast.boundingBox())!
  const box = (await remedy.boundingBox())!
  expect(y + height).toBeLessThan(box.y)
  expect(box.y + box.height).toBeLessThan((await barOf(page).boundingBox())!.y)
  await remedy.click()
  await toast.waitFor({ state: 'detached' })
}

/** Picks times in a window of 320 pixels, within which the picker stays. */
async function pickTimes(page: Page) {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByRole('button', { name: /^When it goes out/ }).click()
  await page.getByRole('button', { name: 'Pick a time' }).click()
  const box = await page.getByRole('grid', { name: /\d{4}$/ }).boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(300)

  await page.getByRole('button', { name: 'Next month' }).click()
  await page.getByRole('grid').getByText('15', { exact: true }).click()
  const typed = page.getByRole('textbox', { name: 'Type a time' })
  const done = page.getByRole('button', { name: 'Done' })
  await typed.fill('25:00')
  await done.click()
  const error = page.getByText('Type a time such as 5:30 pm.')
  await error.waitFor()
  for (const part of [typed, error]) expect(await isUncovered(part)).toBe(true)
  await typed.fill('7:10 pm')
  const { y, height } = (await done.boundingBox())!
  expect(y + height).toBeLessThanOrEqual(640)
  await done.click()
  const time = page.getByRole('button', { name: /7:10 PM/ })
  await time.click()
  await page.getByText(/^\w+ 15 \w+$/).waitFor()
  await typed.fill('8:20 pm')
  await page.keyboard.press('Escape')
  await typed.waitFor({ state: 'detached' })
  await time.waitFor()
}
