import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'

import type { ContractClient } from './client.ts'
import { dayOf, DUE_AT } from './melbourne.ts'
import { picture } from './pictures.ts'
import { openTestbed } from './testbed.ts'
import type { Visitor } from './visitor.ts'

const DAY_MS = 24 * 60 * 60_000

let client: ContractClient
let session: string

const testbed = openTestbed(async ({ newClient }) => {
  client = newClient()
  await client.signUp('pat@example.com')
  await client.addDomain('Pat’s Plumbing')
  await client.connectFacebook('Pat’s Plumbing')
  const json = { email: 'pat@example.com', password: 'correct horse battery' }
  session = String((await client.call('users/login', { json })).token)
})

const signedIn = (name: string, journey: (visitor: Visitor) => Promise<void>) =>
  testbed.visit(name, { viewport: 'desktop', session }, journey)

const write = async (message: string, at?: Date) =>
  client.createPost({
    message,
    files: [await picture('van.jpg', 200)],
    networks: ['facebook'],
    ...(at && { at }),
  })

const refuseChange = () =>
  testbed.world.addFault({ provider: 'facebook', operation: 'post', kind: 'error', code: 368, status: 400 })

/** Opens a post whose details fail to load, stays on the page, and retries on the next click. */
async function openLostDetails({ page, faults }: Visitor) {
  await page.route('**/PostDetails.*.js', route => route.abort())
  await page.goto(`${testbed.url}/dashboard/view-post?tab=scheduled`)
  const post = page.getByRole('link', { name: 'Gutters cleared' })
  await post.click()
  await page.getByText('This post didn’t load. Check your connection, then reload the page.').waitFor()
  await page.unroute('**/PostDetails.*.js')
  faults.splice(0)
  await post.click()
  await page.getByRole('dialog', { name: 'Post Details' }).waitFor()
  await page.keyboard.press('Escape')
}

test('pages, opens, edits and deletes posts on the Page, and opens one whose details didn’t load at first', async () => {
  await write('Gutters cleared', new Date(Date.now() + DAY_MS))
  for (let number = 1; number <= 6; number++) await client.untilPublished(await write(`Number ${number}`))
  await signedIn('page-posts', async visitor => {
    const { page, faults } = visitor
    await openLostDetails(visitor)
    await page.goto(`${testbed.url}/dashboard/view-post?tab=facebook`)
    const post = (name: string) => page.getByRole('article', { name })
    await post('Number 6').waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
    await post('Number 1').waitFor()
    await page.getByRole('button', { name: 'Page 1' }).click()

    await page.getByRole('button', { name: 'View Number 6' }).click()
    const details = page.getByRole('dialog', { name: 'Post Details' })
    await details.getByText('Published', { exact: true }).waitFor()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Edit Number 6' }).click()
    await page.getByRole('textbox', { name: 'Message' }).fill('Number six')
    await refuseChange()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Failed to update the post on Facebook. Please try again.').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await post('Number six').waitFor()

    await page.getByRole('button', { name: 'Delete Number six' }).click()
    const asking = page.getByRole('dialog', { name: 'Delete this post?' })
    await asking.getByText('Are you sure you want to delete this post? This cannot be undone.').waitFor()
    await refuseChange()
    await asking.getByRole('button', { name: 'Delete' }).click()
    await asking.getByText('Failed to delete the post. Please try again.').waitFor()
    await asking.getByRole('button', { name: 'Delete' }).click()
    await post('Number six').waitFor({ state: 'detached' })
    expect(faults.filter(fault => !fault.includes('409'))).toEqual([])
  })
})

function isToastAboveDrafts(): boolean {
  const toast = document.querySelector('[popover][role=status] > div')
  const drafts = document.querySelector('[data-tray]')
  return toast && drafts ? toast.getBoundingClientRect().bottom <= drafts.getBoundingClientRect().top : false
}

/** Window sizes, with the height above which the calendar's days begin. */
const FRAMES = [
  { width: 1280, height: 800, top: 130 },
  { width: 390, height: 844, top: 200 },
  { width: 320, height: 640, top: 200 },
  { width: 1440, height: 900, top: 130 },
]

/** Expects the days of the open calendar near the top of the window. */
async function expectDaysNearTop(page: Page) {
  await page.evaluate(() => scrollTo(0, 0))
  for (const { width, height, top } of FRAMES) {
    await page.setViewportSize({ width, height })
    await page.waitForFunction(
      top => document.querySelector('[role=grid]')!.getBoundingClientRect().y < top,
      top,
    )
  }
}

test('moves a post in the calendar by pointer and by keys, and undoes each, with days that start near the top of the window', async () => {
  const message = 'Spring clean for your gutters'
  const postId = await write(message, DUE_AT)
  for (let copies = 0; copies < 6; copies++) await client.call(`posts/${postId}/duplicate`, { json: {} })
  const key = (days: number) => dayOf(+DUE_AT + days * DAY_MS)
  await signedIn('calendar', async ({ page, faults }) => {
    await page.goto(`${testbed.url}/dashboard/calendar?view=week&on=${key(0)}`)
    const days = page.locator('[data-day]')
    const monday = (await days.first().getAttribute('data-day'))!
    const steps = monday === key(0) ? 1 : -1
    const chip = (days: number) =>
      page.locator(`[data-day="${key(days)}"]`).getByRole('link', { name: message })
    const afternoon = page.locator(`[data-day="${key(steps)}"][data-hour="14"]`)
    await chip(0).waitFor()
    for (const width of [1024, 1180, 1280, 1366]) {
      await page.setViewportSize({ width, height: 900 })
      const time = chip(0).locator('time')
      expect(await time.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    }

    await chip(0).hover()
    await page.mouse.down()
    await afternoon.hover({ position: { x: 30, y: 40 } })
    await page.mouse.up()
    await afternoon.getByRole('link', { name: message }).waitFor()
    await page.getByText(/^Moved to .* 2:45 pm/).waitFor()
    await page.waitForFunction(isToastAboveDrafts)
    await page.getByRole('button', { name: 'Undo' }).click()
    await chip(0).waitFor()
    await page
      .getByText(/^Moved to/)
      .first()
      .waitFor()

    await chip(0).focus()
    await page.keyboard.press(steps === 1 ? 'Shift+ArrowRight' : 'Shift+ArrowLeft')
    await chip(steps).and(page.locator(':focus')).waitFor()
    await page
      .getByText(/^Moved to/)
      .nth(1)
      .waitFor()
    for (const view of ['List', 'Month']) {
      await page.getByRole('button', { name: view, exact: true }).click()
      await page.getByRole('link', { name: message }).waitFor()
    }
    await expectDaysNearTop(page)

    const drafts = page.getByRole('region', { name: 'Drafts' })
    await drafts.getByText('Drafts').click()
    await drafts.getByRole('button', { name: message }).last().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )

    await page
      .locator(`[data-day="${key(0)}"]`)
      .getByRole('button')
      .click()
    await page.getByRole('dialog').getByRole('link', { name: 'Create post' }).click()
    await page.getByRole('button', { name: /^When it goes out: .* 9:00 am/ }).waitFor()

    const [, ...others] = (await client.call('drafts'))['data'] as { _id: string }[]
    for (const { _id } of others) await client.call(`drafts/${_id}`, { method: 'DELETE' })
    await page.goto(`${testbed.url}/dashboard/calendar?view=week&on=${key(0)}`)
    await drafts.getByRole('button', { name: message }).press('Enter')
    await page.getByRole('button', { name: /^Tomorrow/ }).press('Enter')
    await page.getByRole('button', { name: 'Schedule Post' }).press('Enter')
    await drafts.waitFor({ state: 'detached' })
    // The next post begins where this one did.
    const next = page.getByRole('textbox', { name: 'Message', exact: true })
    await next.and(page.locator(':focus')).waitFor()
    expect(await next.inputValue()).toBe('')
    await page.getByText(/^Scheduled for /).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { level: 1 }).and(page.locator(':focus')).waitFor()
    expect(faults).toEqual([])
  })
})
