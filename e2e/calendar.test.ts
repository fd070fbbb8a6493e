import { expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'

import type { ContractClient } from './client.ts'
import { eventually } from './eventually.ts'
import { dayOf, DUE_AT, MONTH_AFTER, ZONE } from './melbourne.ts'
import { picture, pictureFile } from './pictures.ts'
import { openTestbed } from './testbed.ts'
import { VIEWPORTS } from './visitor.ts'

const DAY_MS = 24 * 60 * 60_000
const MESSAGE = 'Spring clean for your gutters'
const DRAFTS = ['Pies', 'Tarts', 'Bread', 'Rolls', 'Scones', 'Closed at Easter']

const monthOf = new Intl.DateTimeFormat('en-AU', { month: 'long', year: 'numeric', timeZone: 'UTC' })
/** The key of a day after the post's. */
const key = (days: number) => dayOf(+DUE_AT + days * DAY_MS)

let client: ContractClient
let session: string
/** Session of a person with an Instagram account and three posts for it. */
let shopSession: string
const TARTS = ['Lemon tart', 'Plum tart', 'Fig tart']

const testbed = openTestbed(async ({ newClient }) => {
  client = newClient()
  await client.signUp('pat@example.com')
  await client.addDomain('Pat’s Plumbing')
  await client.connectFacebook('Pat’s Plumbing')
  await plan(client)
  session = client.token()

  const shop = newClient()
  await shop.signUp('tarts@example.com')
  await shop.addDomain('Tart Shop')
  await shop.connectInstagram('tart.shop')
  const files = [await picture('tart.jpg', 200)]
  const out = await shop.createPost({ message: 'We are open', files, networks: ['instagram'] })
  for (const [index, message] of TARTS.entries()) {
    const at = new Date(Date.now() + (index + 7) * DAY_MS)
    await shop.createPost({ message, files, networks: ['instagram'], at })
  }
  await shop.untilPublished(out)
  shopSession = shop.token()
})

async function plan(client: ContractClient) {
  const slots = [1, 2, 3, 4, 5, 6, 7].flatMap(weekday => ['12:15', '17:30'].map(time => ({ weekday, time })))
  await client.call('slots', { method: 'PUT', json: { slots, timeZone: ZONE } })
  const files = [await picture('van.jpg', 200)]
  await client.createPost({ message: MESSAGE, files, networks: ['facebook'], at: DUE_AT })
  for (const message of DRAFTS) {
    const content = { message, networks: {}, media: [], mediaKind: null }
    await client.call(`drafts/${crypto.randomUUID()}`, { method: 'PUT', json: { version: 0, content } })
  }
}

const MONTH = `/dashboard/calendar?view=month&on=${key(0)}`
const cell = (page: Page, days: number) => page.locator(`td[data-day="${key(days)}"]`)
const slotOf = (page: Page, days: number) => cell(page, days).getByRole('link', { name: /free slot/ })
const EVENING = /^5:30 pm.* free slot/

type Point = { x: number; y: number }

const SWIPE_SECONDS = 0.2

/** Moves fingers over the screen from where they touch it, at a speed that doesn't depend on the machine. */
async function swipe(page: Page, fingers: Point[], dx: number, dy = 0) {
  const devtools = await page.context().newCDPSession(page)
  const begun = Date.now() / 1000
  const touch = (type: 'touchStart' | 'touchMove', share: number) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      timestamp: begun + share * SWIPE_SECONDS,
      touchPoints: fingers.map(({ x, y }, id) => ({ x: x + share * dx, y: y + share * dy, id })),
    })
  await touch('touchStart', 0)
  for (const share of [0.25, 0.5, 0.75, 1]) await touch('touchMove', share)
  const timestamp = begun + SWIPE_SECONDS
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp })
  await devtools.detach()
}

async function drag(page: Page, from: Locator, to: Locator, position?: { x: number; y: number }) {
  await from.hover()
  await page.mouse.down()
  await to.hover({ ...(position && { position }) })
  await page.mouse.up()
}

test('plans with free slots and drafts in the month', async () => {
  await testbed.visit('calendar-slots', { viewport: 'desktop', session }, async ({ page, faults }) => {
    await page.goto(testbed.url + MONTH)
    await page.setViewportSize({ width: 1280, height: 900 })
    await slotOf(page, 1).getByText('12:15 pm').waitFor()
    await slotOf(page, 1).click()
    const composer = page.getByRole('dialog', { name: 'New post' })
    const when = composer.getByRole('button', { name: /^When it goes out: .* 12:15 pm/ })
    await when.waitFor()
    await page.keyboard.press('Escape')
    await composer.waitFor({ state: 'detached' })

    expect(await countRestyled(page, 'Tab')).toBeLessThan(100)

    const drafts = page.getByRole('region', { name: 'Drafts' })
    await drafts.getByText('Drafts').first().click()
    const draft = drafts.getByRole('button', { name: 'Closed at Easter Facebook' })
    await draft.waitFor()
    const [tray, grid] = [await drafts.boundingBox(), await page.getByRole('grid').boundingBox()]
    expect(tray!.x).toBeGreaterThan(grid!.x + grid!.width)
    await drafts.getByRole('searchbox').fill('easter')
    await drafts.getByRole('button', { name: 'Pies' }).waitFor({ state: 'detached' })

    await drag(page, draft, cell(page, 2), { x: 60, y: 100 })
    await eventually('the draft in the composer', async () =>
      (await composer.getByRole('textbox', { name: 'Message' }).inputValue()).includes('Closed at Easter'),
    )
    await when.waitFor()
    await page.keyboard.press('Escape')

    const post = (days: number) => cell(page, days).getByRole('link', { name: MESSAGE })
    await drag(page, post(0), slotOf(page, 1))
    await post(1).getByText('12:15 pm').waitFor()
    await slotOf(page, 1).getByText('5:30 pm').waitFor()
    const undo = page.getByRole('button', { name: 'Undo' })
    await undo.waitFor()
    const saved = page.waitForResponse(response => response.url().endsWith('/move'))
    await undo.click()
    await post(0).getByText('12:00 pm').waitFor()
    // The next test needs the post on its day. Undo overwrites no later change.
    const { version } = (await saved).request().postDataJSON() as { version?: number }
    expect(version).toBeGreaterThan(0)

    await cell(page, 1).getByRole('button').click()
    await page.getByRole('dialog').getByRole('link', { name: EVENING }).waitFor()
    expect(faults).toEqual([])
  })
})

/** The protocol's type of events is a plain object. */
type TraceEvent = { name: string; args: { elementCount?: number } }

/** Returns the number of elements whose styles the browser recalculates when a key moves the focus within the calendar's grid. */
async function countRestyled(page: Page, key: string): Promise<number> {
  await slotOf(page, 1).focus()
  const cdp = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  cdp.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  const ended = new Promise(resolve => cdp.once('Tracing.tracingComplete', resolve))
  await cdp.send('Tracing.start', { traceConfig: { includedCategories: ['devtools.timeline'] } })
  await page.keyboard.press(key)
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await cdp.send('Tracing.end')
  await ended
  const recalculations = events.filter(({ name }) => name === 'UpdateLayoutTree')
  expect(recalculations).not.toEqual([])
  return recalculations.reduce((sum, { args }) => sum + (args.elementCount ?? 0), 0)
}

function isTrayAboveTabs(): boolean {
  const tray = document.querySelector('[data-tray]:has(li)')
  const tabs = document.querySelector('nav[data-bottom-bar]')
  return tray && tabs ? tray.getBoundingClientRect().bottom <= tabs.getBoundingClientRect().top : false
}

test('shows a month and the beginning of its day’s list on a phone’s first screen, reschedules a post there, and shows free slots in both lists', async () => {
  await testbed.visit('calendar-phone', { viewport: 'phone', session }, async ({ page, faults }) => {
    for (const { width, height } of [
      { width: 390, height: 844 },
      { width: 320, height: 640 },
    ]) {
      await page.setViewportSize({ width, height })
      await page.goto(testbed.url + MONTH)
      const post = page.getByRole('link', { name: MESSAGE })
      await post.getByRole('time').waitFor()
      const bar = await page.getByRole('navigation').last().boundingBox()
      const time = await post.getByRole('time').boundingBox()
      expect(time!.y + time!.height, `${width} pixels wide`).toBeLessThan(bar!.y)
    }
    await page.getByRole('link', { name: EVENING }).waitFor()
    await page.getByRole('region', { name: 'Drafts' }).getByText('Drafts').first().click()
    await page.waitForFunction(isTrayAboveTabs)
    await rescheduleFromRow(page)

    await page.goto(testbed.url + MONTH.replace('month', 'list'))
    const day = page.locator(`li[data-day="${key(0)}"]`)
    await day.getByRole('link', { name: MESSAGE }).waitFor()
    await day.getByRole('link', { name: EVENING }).waitFor()
    expect(faults).toEqual([])
  })
})

/** Reschedules the post from its row, and undoes that. */
async function rescheduleFromRow(page: Page) {
  await page.reload()
  const post = page.getByRole('link', { name: MESSAGE })
  await page.getByRole('button', { name: `Reschedule ${MESSAGE}` }).tap()
  const form = page.getByRole('form', { name: 'Reschedule' })
  await form.getByRole('button', { name: /^Tomorrow/ }).tap()
  await form.getByRole('button', { name: 'Reschedule', exact: true }).tap()
  await post.waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1 }).and(page.locator(':focus')).waitFor()
  await page.getByRole('button', { name: 'Undo' }).tap()
  await post.getByText('12:00 pm').waitFor()
}

test('turns month, week and list on a phone by a sideways swipe alone', async () => {
  await testbed.visit('calendar-swipe', { viewport: 'phone', session }, async ({ page, faults }) => {
    const grid = page.getByRole('grid')
    const post = page.getByRole('link', { name: MESSAGE })
    const chosen = () => new URL(page.url()).searchParams.get('on')
    const day = { x: 300, y: 300 }
    await page.goto(testbed.url + MONTH)
    await post.waitFor()
    await swipe(page, [day], -40, -160)
    await swipe(page, [{ x: 380, y: 300 }], -200)
    await swipe(page, [day], -200)
    const title = page.getByRole('heading', { level: 2, name: monthOf.format(MONTH_AFTER) })
    await title.waitFor()
    expect(await title.getAttribute('aria-live')).toBe('polite')
    expect(chosen()).toMatch(/-01$/)
    await swipe(page, [{ x: 100, y: 300 }], 200)
    await title.waitFor({ state: 'detached' })
    expect(chosen()).toBe(key(0).replace(/15$/, '01'))
    await grid.getByRole('gridcell', { name: /^\w+ 15 / }).tap()
    await post.waitFor()

    const list = (await page.locator('main section').filter({ has: post }).boundingBox())!
    await swipe(page, [{ x: 300, y: list.y + 20 }], -200)
    await post.waitFor({ state: 'detached' })
    await swipe(page, [{ x: 100, y: list.y + 20 }], 200)
    await post.waitFor()

    await page.getByRole('button', { name: 'Week', exact: true }).click()
    await post.waitFor()
    const row = (await grid.boundingBox())!
    await swipe(page, [{ x: 300, y: row.y + row.height / 2 }], -200)
    await post.waitFor({ state: 'detached' })
    expect(chosen()).toBe(key(7))
    await swipe(page, [{ x: 100, y: row.y + row.height / 2 }], 200)
    await post.waitFor()

    await page.getByRole('button', { name: 'List', exact: true }).click()
    await post.waitFor()
    const card = (await post.boundingBox())!
    await swipe(page, [{ x: 300, y: card.y + card.height / 2 }], -200)
    await post.waitFor({ state: 'detached' })
    await title.waitFor()

    // Comes last, because the browser's own test touches never lift a second finger.
    await page.goto(testbed.url + MONTH)
    await post.waitFor()
    await swipe(page, [day, { x: 340, y: 320 }], -200)
    await page.getByRole('button', { name: 'Next month' }).click()
    await title.waitFor()
    expect(faults).toEqual([])
  })
})

test('writes one post after another beside the calendar, and edits one there', async () => {
  await testbed.visit('calendar-beside', { viewport: 'desktop', session }, async visitor => {
    const { page, faults, expectAccessible } = visitor
    const composer = page.getByRole('dialog', { name: 'New post' })
    const chip = (text: string) => cell(page, 3).getByRole('link', { name: text })
    const send = async (text: string) => {
      await composer.getByRole('textbox', { name: 'Message' }).fill(text)
      await composer.getByRole('button', { name: 'Post without a picture' }).click()
      await composer.getByRole('button', { name: 'Schedule Post' }).click()
      await composer.getByText(/^Scheduled for/).waitFor()
    }
    await page.goto(testbed.url + MONTH)
    await slotOf(page, 3).click()
    await composer.getByRole('textbox', { name: 'Message' }).and(page.locator(':focus')).waitFor()
    // However many posts are written and opened in the panel, Back closes it.
    const entries = await page.evaluate(() => history.length)
    await send('Drains')
    await chip('Drains').getByText('12:15 pm').waitFor()
    // The free slot after it is proposed next, and stays when it is pressed.
    const inTheEvening = composer.getByRole('button', { name: /^When it goes out: .* 5:30 pm/ })
    await inTheEvening.waitFor()
    await slotOf(page, 3).click()
    await inTheEvening.waitFor()
    await send('Taps')
    await chip('Taps').getByText('5:30 pm').waitFor()
    await expectAccessible('the composer beside the calendar')

    // The unfinished post is offered again, and keeps its time when another slot is pressed.
    await composer.getByRole('textbox', { name: 'Message' }).fill('Half an idea')
    await composer.getByText('Saved', { exact: true }).waitFor()
    await composer.getByRole('button', { name: 'Close' }).click()
    await slotOf(page, 2).click()
    await composer.getByRole('button', { name: /^Continue your draft.*Half an idea/ }).waitFor()
    expect(await composer.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('')

    // A post whose files are still uploading is sent even if another one is opened meanwhile.
    const isOpened = Promise.withResolvers<void>()
    await page.route('**/api/media', async route => {
      await isOpened.promise
      await route.continue()
    })
    await composer.getByRole('textbox', { name: 'Message' }).fill('Pipes')
    await composer.getByLabel('Add pictures or a video').setInputFiles(await pictureFile('tap.jpg'))
    await composer.getByRole('button', { name: 'Schedule Post' }).click()
    await chip('Drains').click()
    await composer.waitFor({ state: 'detached' })
    await page.locator('a[aria-current=true]', { hasText: 'Drains' }).waitFor()
    const details = page.getByRole('dialog', { name: 'Post Details' })
    await details.getByRole('button', { name: /^Edit Drains/ }).click()
    const edit = page.getByRole('dialog', { name: 'Edit post' })
    await edit.getByLabel('Loading the post').waitFor()
    isOpened.resolve()
    await cell(page, 2).getByRole('link', { name: 'Pipes' }).waitFor()
    await edit.getByRole('textbox', { name: 'Message' }).fill('Drains and gutters')
    await edit.getByRole('button', { name: 'Save changes' }).click()
    await details.getByLabel('Facebook preview').getByText('Drains and gutters').waitFor()
    await chip('Drains and gutters').waitFor()

    // The text is also edited where it is shown.
    await details.getByRole('button', { name: 'Edit text for Facebook' }).click()
    const text = details.getByRole('textbox', { name: /^Text for Facebook/ }).and(page.locator(':focus'))
    await text.fill('Drains, gutters and roofs')
    await page.reload()
    await details
      .getByRole('textbox', { name: /^Text for Facebook/ })
      .getByText('Drains, gutters and roofs')
      .waitFor()
    // Somebody else's change isn't overwritten unseen.
    const id = new URL(page.url()).searchParams.get('post')
    const platforms = [{ platform: 'facebook', message: 'Drains and sinks' }]
    await client.call(`posts/${id}`, { method: 'PUT', json: { platforms } })
    await chip('Drains and sinks').waitFor()
    await details.getByRole('button', { name: 'Save text' }).click()
    await details.getByText('You have an unsaved text for Facebook').waitFor()
    expect(faults.splice(0)).toEqual([expect.stringMatching(/^409 PUT /), expect.stringContaining('409')])
    await details.getByLabel('Facebook preview').getByText('Drains and sinks').waitFor()
    await details.getByRole('button', { name: 'Continue with it' }).click()
    await details.getByRole('textbox', { name: /^Text for Facebook/ }).press('Control+Enter')
    await chip('Drains, gutters and roofs').waitFor()
    expect(await details.getByRole('textbox', { name: /^Text for/ }).count()).toBe(0)

    await page.setViewportSize({ width: 1024, height: 900 })
    const [screen, panel] = await Promise.all([page.locator('main').boundingBox(), details.boundingBox()])
    expect(screen!.x + screen!.width).toBeLessThanOrEqual(panel!.x)
    await page.setViewportSize(VIEWPORTS.desktop)
    await page.keyboard.press('Escape')
    await details.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Calendar', level: 1 }).waitFor()
    expect(await page.evaluate(() => history.length)).toBe(entries)
    expect(faults).toEqual([])
  })
})

test('shows the Instagram profile as it will look, and swaps the times of planned posts', async () => {
  await testbed.visit('calendar-grid', { viewport: 'desktop', session: shopSession }, async visitor => {
    const { page, faults, expectAccessible } = visitor
    const tile = (text: string) => page.getByRole('listitem').getByRole('link', { name: new RegExp(text) })
    const shown = async () => {
      const names = await page.locator('li[data-slot] a').allInnerTexts()
      return names.map(name => TARTS.find(tart => name.includes(tart)))
    }
    const [first, second, third] = TARTS.toReversed() as [string, string, string]
    const untilShown = (...wanted: string[]) =>
      eventually(wanted.join(), async () => (await shown()).join() === wanted.join())

    await page.goto(`${testbed.url}/dashboard/calendar`)
    await page.getByRole('button', { name: 'Grid', exact: true }).click()
    await tile('Published: We are open').waitFor()
    await untilShown(first, second, third)
    await expectAccessible('the grid of a profile')

    await drag(page, tile(first), tile(third))
    await untilShown(third, second, first)
    await page.getByRole('button', { name: 'Undo' }).click()
    await untilShown(first, second, third)

    await tile(first).focus()
    const saved = page.waitForResponse(response => response.url().endsWith('/swap'))
    await page.keyboard.press('Shift+ArrowRight')
    await untilShown(second, first, third)
    expect((await saved).status()).toBe(200)
    await tile(first).and(page.locator(':focus')).waitFor()
    await page.getByRole('button', { name: `Move earlier: ${first}` }).click()
    await untilShown(second, third, first)

    await tile(third).click()
    await page.getByRole('dialog', { name: 'Post Details' }).waitFor()
    expect(faults).toEqual([])
  })
})
