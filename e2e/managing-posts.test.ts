import { expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'

import type { ContractClient } from './client.ts'
import { eventually } from './eventually.ts'
import { ZONE } from './melbourne.ts'
import { schedulePost } from './schedule-post.ts'
import { openTestbed } from './testbed.ts'
import { VIEWPORTS } from './visitor.ts'

let client: ContractClient
/** Has two posts and nothing else. */
let kim: ContractClient

const testbed = openTestbed(async ({ newClient }) => {
  client = newClient()
  await client.signUp('pat@example.com')
  await client.addDomain('Pat’s Plumbing')
  await client.connectFacebook('Pat’s Plumbing')
  await schedule('Monday’s post', 1)

  kim = newClient()
  await kim.signUp('kim@example.com')
  await kim.addDomain('Kim’s Kitchen')
  await kim.connectFacebook('Kim’s Kitchen')
  await schedulePost(kim, 'Tarts', 2)
  await schedulePost(kim, 'Pies', 3)
})

const schedule = (message: string, days: number) => schedulePost(client, message, days)

const DAY_MS = 24 * 60 * 60_000
const FOUR_SECONDS_IN_DAYS = 4 / (24 * 60 * 60)

const SCHEDULED = '/dashboard/view-post?tab=scheduled'

test('covers no part of a post with its quick actions', async () => {
  const session = client.token()
  await testbed.visit('quick-actions', { viewport: 'desktop', session }, async ({ page, faults }) => {
    await page.goto(testbed.url + SCHEDULED)
    const post = page.getByRole('article', { name: 'Monday’s post' })
    await post.hover()
    for (const width of [1024, 1180, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const [edit, cancel] = [
        await boxOf(post.getByRole('button', { name: /^Edit/ })),
        await boxOf(post.getByRole('button', { name: /^Cancel/ })),
      ]
      const content = post.locator('a, time, li').filter({ visible: true })
      for (const each of await content.all()) {
        const box = await boxOf(each)
        const isBeside = box.x + box.width <= edit.x || box.x >= cancel.x + cancel.width
        expect({ width, text: await each.textContent(), isBeside }).toMatchObject({ isBeside: true })
      }
    }
    expect(faults).toEqual([])
  })
})

test('reschedules a post by a quick time on a phone, and shows the menu above the bar of selected posts', async () => {
  const session = client.token()
  await testbed.visit('quick-time', { viewport: 'phone', session }, async ({ page, faults }) => {
    await page.goto(testbed.url + SCHEDULED)
    await rescheduleQuickly(page)
    await openMenuAboveBar(page)
    expect(faults).toEqual([])
  })
})

async function rescheduleQuickly(page: Page) {
  const post = page.getByRole('article', { name: 'Monday’s post' })
  await post.getByRole('button', { name: /^More/ }).click()
  await page.getByRole('button', { name: 'Reschedule', exact: true }).click()
  const form = page.getByRole('form', { name: 'Reschedule' })
  await form.getByRole('button', { name: 'Tomorrow 9:00 am' }).click()
  await form.getByRole('button', { name: 'Reschedule', exact: true }).click()
  await post
    .locator('time')
    .filter({ hasText: /^9:00 am/, visible: true })
    .waitFor()
}

/** Expects the open menu to cover the bar of selected posts. */
async function openMenuAboveBar(page: Page) {
  // The message about the new time would cover the bar.
  await page.reload()
  await page.getByRole('checkbox', { name: 'Select Monday’s post' }).check()
  const bar = page.getByRole('region', { name: 'Selected posts' })
  await bar.waitFor()
  expect(await bar.evaluate(pointsOnTop)).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await eventually('the menu to cover the bar', async () => (await bar.evaluate(pointsOnTop)) === 0)
}

/** Returns at how many points of an element, spread over it, nothing covers it. */
function pointsOnTop(element: Element): number {
  const { left, top, width, height } = element.getBoundingClientRect()
  const shares = [0.1, 0.3, 0.5, 0.7, 0.9]
  const points = shares.flatMap(across =>
    shares.map(down => [left + width * across, top + height * down] as const),
  )
  return points.filter(([x, y]) => element.contains(document.elementFromPoint(x, y))).length
}

async function saveDraft(message: string) {
  const json = { version: 0, content: { message, textOnly: true } }
  await client.call(`drafts/${crypto.randomUUID()}`, { method: 'PUT', json })
}

const shows = (page: Page, text: string) =>
  eventually(
    `the draft “${text}” in the composer`,
    async () => (await page.getByRole('textbox', { name: 'Message' }).inputValue()) === text,
  )

test('schedules, deletes and restores a draft on a phone, with all tabs in one row', async () => {
  await saveDraft('Tuesday’s post')
  const session = client.token()
  await testbed.visit('drafts-tab', { viewport: 'phone', session }, async visitor => {
    const { page, faults, expectAccessible } = visitor
    await page.goto(testbed.url + SCHEDULED)
    await page.getByRole('tab', { name: /^Drafts/ }).click()
    const draft = page.getByRole('article', { name: 'Tuesday’s post' })
    await draft.waitFor()
    await expectAccessible('drafts on a phone')
    const tabs = await page.getByRole('tab').all()
    const rows = new Set((await Promise.all(tabs.map(boxOf))).map(({ y }) => y))
    expect(rows.size).toBe(1)

    await draft.getByRole('link').click()
    await shows(page, 'Tuesday’s post')
    await page.getByRole('button', { name: /^Tomorrow/ }).click()
    await page.getByRole('button', { name: 'Schedule Post' }).click()
    await page.getByText(/^Scheduled for .* on Facebook/).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await shows(page, 'Tuesday’s post')
    await page.goto(`${testbed.url}/dashboard/view-post?tab=drafts`)

    await draft.getByRole('button', { name: /^Delete/ }).click()
    await page.getByText('Draft deleted.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await saveDraft('From another window')
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await page.getByRole('article', { name: 'From another window' }).waitFor()
    await draft.click({ position: { x: 20, y: 20 } })
    await shows(page, 'Tuesday’s post')
    expect(faults).toEqual([])
  })
})

test('approves one post after another on a phone, two taps each, and offers Choose a time after a late approval', async () => {
  await requireApproval()
  for (const [index, message] of ['Thursday’s post', 'Friday’s post', 'Saturday’s post'].entries())
    await schedule(message, index + 4)
  const session = client.token()
  await testbed.visit('approve-in-a-row', { viewport: 'phone', session }, async ({ page, faults }) => {
    await page.goto(`${testbed.url}/dashboard`)
    await approveInARow(page)
    await schedule('Sunday’s post', FOUR_SECONDS_IN_DAYS)
    await page.goto(testbed.url + SCHEDULED)
    await approveTooLate(page)
    expect(faults).toEqual([])
  })
})

async function approveInARow(page: Page) {
  // They load on their own, above what follows.
  await page.getByRole('heading', { name: /^Your first week/ }).waitFor()
  await page.getByRole('button', { name: /4 posts wait for your approval$/ }).click()
  const details = page.getByRole('dialog', { name: 'Post Details' })
  await details.getByRole('button', { name: 'Approve', exact: true }).click()
  await details.getByText('3 left', { exact: true }).waitFor()
  for (const message of ['Thursday’s post', 'Friday’s post', 'Saturday’s post']) {
    await details.getByRole('button', { name: new RegExp(`^Next ${message}`) }).click()
    await details.getByRole('button', { name: 'Approve', exact: true }).click()
  }
  await details.getByText('No other post waits for your approval.').waitFor()
}

async function approveTooLate(page: Page) {
  await page.getByRole('tab', { name: /^Needs attention 1/ }).click()
  await page.getByRole('link', { name: /^Details of.*Sunday’s post/ }).click()
  const details = page.getByRole('dialog', { name: 'Post Details' })
  await details.getByText(/^Was due .* · Facebook$/).waitFor()
  await details.getByRole('button', { name: 'Approve', exact: true }).click()
  await details.getByRole('button', { name: 'Choose a time' }).click()
  const form = page.getByRole('form', { name: 'Reschedule' })
  await form.getByRole('button', { name: 'Tomorrow 9:00 am' }).click()
  await form.getByRole('button', { name: 'Reschedule', exact: true }).click()
  await details.getByText(/Exactly this version goes out\.$/).waitFor()
  expect(await details.getByRole('button', { name: 'Choose a time' }).count()).toBe(0)
}

test('approves several waiting posts, and names one that changed meanwhile', async () => {
  const [tarts, pies] = [await schedule('Tarts', 20), await schedule('Pies', 21), await schedule('Buns', 22)]
  const session = client.token()
  await testbed.visit(
    'approve-together',
    { viewport: 'phone', session },
    async ({ page, faults, expectAccessible }) => {
      await page.goto(testbed.url + SCHEDULED)
      const main = page.getByRole('button', { name: /^Approve/ }).and(page.locator('.btn-primary'))
      await page.getByRole('checkbox', { name: 'Select Buns' }).check()
      await main.waitFor()
      await page.getByRole('tab', { name: 'Waiting for approval 3' }).click()
      const post = (name: string) => page.getByRole('article', { name })
      await post('Buns').waitFor()
      expect(new URL(page.url()).searchParams.get('tab')).toBe('review')
      const isWider = () => document.documentElement.scrollWidth > document.documentElement.clientWidth
      expect(await page.evaluate(isWider)).toBe(false)
      await page.getByRole('checkbox', { name: /^Select all/ }).check()
      await main.waitFor()
      await expectAccessible('posts selected for approval')

      const platforms = [{ platform: 'facebook', message: 'Pies, half price' }]
      await client.call(`posts/${pies}`, { method: 'PUT', json: { platforms } })
      await post('Pies, half price').waitFor()
      await page.getByRole('button', { name: 'Approve', exact: true }).click()
      const confirmation = page.getByRole('dialog', { name: 'Approve 3 posts?' })
      await confirmation.getByRole('button', { name: 'Approve 3 posts' }).click()
      const failures = page.getByRole('dialog', { name: '1 of 3 couldn’t be approved' })
      await page.getByText('2 posts approved.').first().waitFor()
      await failures.getByRole('link', { name: 'Pies, half price' }).click()
      const details = page.getByRole('dialog', { name: 'Post Details' })
      await details.getByRole('button', { name: 'Approve', exact: true }).click()
      await details.getByText('No other post waits for your approval.').waitFor()
      await page.keyboard.press('Escape')
      await page.getByText('Nothing waits for your approval.').waitFor()
      const { data } = (await client.call(`posts/${tarts}`)) as { data: { approval: { state: string } } }
      expect(data.approval.state).toBe('approved')
      expect(faults).toEqual([])
    },
  )
})

test('lets a reviewer approve long posts on a phone, two taps each, and folds the answered ones', async () => {
  const long = 'Feed the lawn before the first hot week arrives. '.repeat(40)
  const postIds: string[] = []
  for (const [index, message] of ['Open late', long, `Again: ${long}`].entries())
    postIds.push(await schedule(message, index + 8))
  const created = await client.call(`businesses/${await domainId()}/review-links`, {
    json: { postIds, hold: true },
  })
  await testbed.visit(
    'review-long-posts',
    { viewport: 'phone' },
    async ({ page, faults, expectAccessible }) => {
      await page.goto(String(created['url']))
      const approveButtons = page.getByRole('button', { name: 'Approve', exact: true })
      await page.getByText('3 of 3 posts wait for you').waitFor()
      const like = page.getByRole('group', { name: 'Facebook preview' }).first().locator('li').first()
      expect(
        await like.evaluate(action => [
          getComputedStyle(action).display,
          getComputedStyle(action).columnGap,
          getComputedStyle(action.firstElementChild!).width,
        ]),
      ).toEqual(['flex', '6px', '16px'])
      await approveButtons.first().click()
      const name = page.getByRole('textbox', { name: 'Your name' })
      await name.fill('  ')
      await page.getByRole('button', { name: 'Continue' }).click()
      expect(await name.evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(false)
      await name.fill('Mia Chen')
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByText('2 of 3 posts wait for you').waitFor()

      const unanswered = page.getByRole('article').nth(1)
      await unanswered.getByRole('button', { name: 'Pin to picture' }).click()
      await page.getByRole('button', { name: /^Pin to van.jpg, 50%/ }).press('ArrowLeft')
      await page.keyboard.press('Enter')
      await unanswered.getByRole('textbox', { name: 'Your comment' }).fill('Crop this')
      await unanswered.getByRole('button', { name: 'Send comment' }).click()
      const remark = unanswered.getByRole('button', { name: /^Remark 1: / })
      await remark.click()
      const pin = unanswered.getByRole('button', { name: 'Remark 1', exact: true })
      await pin.and(page.locator(':focus')).waitFor()
      await pin.press('Enter')
      await remark.and(page.locator(':focus')).waitFor()
      await unanswered.getByText('Feed the lawn').dblclick({ position: { x: 8, y: 8 } })
      await unanswered.getByRole('button', { name: 'Remark on this passage' }).click()
      await unanswered.getByRole('textbox', { name: 'Your comment' }).fill('Water it, too')
      await unanswered.getByRole('button', { name: 'Send comment' }).click()
      await unanswered.getByRole('button', { name: /^Remark 2: .*Feed/ }).waitFor()
      await expectAccessible('a review link with an answered post and remarks')

      await page.getByText('arrives.').first().scrollIntoViewIfNeeded()
      const button = await boxOf(approveButtons.first())
      expect(button.height).toBeGreaterThanOrEqual(44)
      expect(button.y + button.height).toBeLessThanOrEqual(page.viewportSize()!.height)
      await approveButtons.first().click()
      const second = page.getByRole('button', { name: /Approved by Mia Chen · Feed the lawn/ })
      await second.and(page.locator(':focus')).waitFor()
      expect((await boxOf(second)).y).toBeGreaterThanOrEqual(0)
      await approveButtons.first().click()
      await page.getByText('All done. Thank you!').waitFor()

      await second.click()
      await page.getByRole('button', { name: 'Request changes' }).waitFor()
      expect(faults).toEqual([])

      await client.call(`posts/${postIds[1]}/cancel`, { json: {} })
      await page.getByRole('button', { name: 'Request changes' }).click()
      await page.getByRole('textbox', { name: 'What else should change?' }).fill('Not this year.')
      await page.getByRole('button', { name: 'Send request' }).click()
      await page.getByText('That post isn’t in this review any more. Your answer wasn’t saved.').waitFor()
      expect(await page.getByRole('article').count()).toBe(2)
      await page.getByRole('heading', { level: 1 }).and(page.locator(':focus')).waitFor()
    },
  )
})

test('keeps a reviewer’s focus and words, and opens no form while an approval is being saved', async () => {
  const first = await schedule('Bread at six', 20)
  const until = new Date(Date.now() + 36 * DAY_MS).toISOString().slice(0, 10)
  const repeated = await client.call(`posts/${first}/repeat`, { json: { repeat: { every: 'week', until } } })
  const later = repeated['later'] as { _id: string }[]
  expect(later.length).toBe(2)
  const created = await client.call(`businesses/${await domainId()}/review-links`, {
    json: { postIds: [first, ...later.map(({ _id }) => _id)], hold: true },
  })
  await testbed.visit('review-series', { viewport: 'phone' }, async ({ page, faults }) => {
    await page.goto(String(created['url']))
    const card = page.getByRole('article').first()
    const button = (name: string) => card.getByRole('button', { name })
    const focused = (control: Locator) => control.and(page.locator(':focus')).waitFor()
    const words = card.getByRole('textbox', { name: 'What should change?' })
    await button('Request changes').click()
    await focused(words)
    await words.fill('Say seven.')
    const also = card.getByRole('checkbox', { name: 'Also the 2 other posts' })
    await also.check()
    await button('Send request for 3 posts').waitFor()
    await focused(also)
    expect(await words.inputValue()).toBe('Say seven.')
    await button('Back').click()
    await focused(button('Request changes'))

    const answering = Promise.withResolvers<void>()
    await page.route('**/approve', async route => {
      await answering.promise
      await route.fallback()
    })
    await button('Approve only this one').click()
    await page.getByRole('textbox', { name: 'Your name' }).fill('Mia Chen')
    await page.getByRole('button', { name: 'Continue' }).click()
    await button('Saving…').waitFor()
    await button('Approve 3 posts').waitFor()
    await button('Request changes').press('Enter')
    expect(await words.count()).toBe(0)
    answering.resolve()
    await focused(page.getByRole('button', { name: /Approved by Mia Chen · Bread at six/ }))
    await page.getByRole('article').nth(1).getByRole('button', { name: 'Approve 2 posts' }).waitFor()
    expect(faults).toEqual([])
  })
})

test('copies a scheduled post to another business, with that business’s name in it', async () => {
  const chain = testbed.newClient()
  await chain.signUp('ana@example.com')
  for (const name of ['Bakery South', 'Bakery North']) {
    const { data } = await chain.addDomain(name)
    await chain.call('users/updateUserDomain', { json: { domainId: (data as { _id: string })._id } })
    await chain.connectFacebook(name)
  }
  const session = chain.token()
  await testbed.visit('copy-post', { viewport: 'desktop', session }, async ({ page, faults }) => {
    await page.goto(`${testbed.url}/dashboard/create-post`)
    await page.getByRole('textbox', { name: 'Message' }).fill('Open late at ')
    await page.getByRole('button', { name: 'Fields' }).click()
    await page.getByRole('button', { name: /^Name/ }).click()
    await page.getByLabel('Facebook preview').getByText('Open late at Bakery North').waitFor()
    await page.getByRole('button', { name: 'Post without a picture' }).click()
    await page.getByRole('button', { name: /^Tomorrow/ }).click()
    await page.getByRole('button', { name: 'Schedule Post' }).click()
    await page.getByRole('button', { name: 'Copy to other businesses' }).click()
    const dialog = page.getByRole('dialog', { name: 'Copy to other businesses' })
    await dialog.getByRole('button', { name: 'Scheduled' }).click()
    await dialog.getByRole('checkbox', { name: 'Bakery South' }).check()
    await dialog.getByRole('button', { name: 'Copy to 1 business' }).click()
    await page.getByText('1 copy scheduled.').waitFor()
    const { data } = (await chain.call('posts')) as { data: { deliveries: { message: string }[] }[] }
    expect(data.map(({ deliveries }) => deliveries[0]?.message).toSorted()).toEqual([
      'Open late at Bakery North',
      'Open late at Bakery South',
    ])
    expect(faults).toEqual([])
  })
})

test('shows where moved and copied posts are, and undoes each bulk change, also on another screen', async () => {
  const session = kim.token()
  await testbed.visit(
    'bulk-undo',
    { viewport: 'desktop', session },
    async ({ page, faults, expectAccessible }) => {
      await page.goto(testbed.url + SCHEDULED)
      const post = (name: string) => page.getByRole('article', { name })
      const select = async () => {
        for (const name of ['Tarts', 'Pies'])
          await page.getByRole('checkbox', { name: `Select ${name}` }).check()
      }
      const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
      const timeOf = (name: string) => post(name).locator('time').filter({ visible: true }).textContent()
      await post('Tarts').waitFor()
      const times = [await timeOf('Tarts'), await timeOf('Pies')]

      await select()
      await press('Move…')
      const dialog = page.getByRole('dialog', { name: 'Move 2 posts' })
      await dialog.getByRole('combobox', { name: 'When' }).selectOption('A week later')
      await dialog.getByRole('button', { name: 'Move', exact: true }).click()
      await page.getByText(/^2 posts moved: .* – .*\.$/).waitFor()
      await press('View')
      await page.getByRole('dialog', { name: 'Post Details' }).getByText('Tarts').first().waitFor()
      await page.waitForURL(/dashboard\/calendar/)
      await expectAccessible('moved posts')
      await press('Undo')
      await page.getByText('2 posts restored.').waitFor()
      await page.goto(testbed.url + SCHEDULED)

      await select()
      await press('Duplicate')
      await page.getByText('2 posts copied to your drafts.').waitFor()
      await press('View copies')
      await page.getByRole('link', { name: 'Open the draft Pies' }).waitFor()
      await press('Undo')
      await page.getByText('The copies of 2 posts were deleted.').waitFor()
      await page.getByText('No drafts yet').waitFor()
      expect(await kim.call('drafts')).toMatchObject({ data: [] })
      await page.goto(testbed.url + SCHEDULED)

      await select()
      await press('Cancel posts')
      await page.getByText(/^2 posts cancelled/).waitFor()
      await page.getByRole('link', { name: 'Calendar', exact: true }).click()
      await page.getByRole('grid').waitFor()
      await press('Undo')
      await page.getByText('2 posts restored.').last().waitFor()
      await page.goto(testbed.url + SCHEDULED)
      await post('Pies').waitFor()
      expect([await timeOf('Tarts'), await timeOf('Pies')]).toEqual(times)
      expect(faults).toEqual([])
    },
  )
})

test('shows a post below many free times, and all tabs whole, on a phone', async () => {
  const slots = [1, 2, 3, 4, 5, 6, 7].flatMap(weekday => ['07:00', '23:59'].map(time => ({ weekday, time })))
  await kim.call('slots', { method: 'PUT', json: { slots, timeZone: ZONE } })
  const session = kim.token()
  await testbed.visit('free-times', { viewport: 'phone', session }, async ({ page, faults }) => {
    await page.goto(testbed.url + SCHEDULED)
    const post = page.getByRole('article', { name: 'Tarts' })
    await page
      .getByRole('link', { name: /free slot/ })
      .first()
      .waitFor()
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 })
      for (const tab of await page.getByRole('tab').all()) {
        await tab.scrollIntoViewIfNeeded()
        const { x, width: wide } = await boxOf(tab)
        expect(x >= 0 && x + wide <= width).toBe(true)
      }
    }
    const { y, height } = await boxOf(post)
    expect(y + height).toBeLessThan(844)
    expect(faults).toEqual([])
  })
})

const requireApproval = async (required = true) =>
  client.call(`businesses/${await domainId()}/approval-rule`, {
    method: 'PUT',
    json: { required, approvers: [] },
  })

async function domainId(): Promise<string> {
  const { data } = (await client.call('users/getUserActiveDomain')) as { data: { _id: string } }
  return data._id
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('The element has no box.')
  return box
}

test('repeats a post every week in two texts, cancels and restores it from its second time on, and then repeats it less often', async () => {
  await requireApproval(false)
  const session = client.token()
  await testbed.visit('repeating', { viewport: 'desktop', session }, async ({ page, faults }) => {
    await page.goto(`${testbed.url}/dashboard/create-post`)
    await page.getByRole('textbox', { name: 'Message' }).fill('Open every week')
    await page.getByRole('button', { name: 'Post without a picture' }).click()
    await page
      .getByRole('button', { name: /^Tomorrow/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Repeat', exact: true }).click()
    await page.getByLabel('Repeat').selectOption('Every week')
    const planned = page.getByRole('region', { name: 'What will go out' })
    expect(await planned.getByText('12 posts').isVisible()).toBe(true)
    await page.getByText('Facebook refuses the same post twice in a row.').waitFor()
    await page.getByRole('button', { name: 'Add another text' }).click()
    await page.keyboard.type('Come in this week')
    await planned.getByText('Text 2').first().waitFor()
    await page.getByRole('button', { name: 'Schedule Post' }).click()
    await page.getByText(/^12 posts scheduled, the first for /).waitFor()

    await page.goto(testbed.url + SCHEDULED)
    const posts = page.getByRole('article', { name: /^(Open every|Come in this) week$/ })
    await posts.nth(1).getByText('Come in this week').click()
    const panel = page.getByRole('dialog', { name: 'Post Details' })
    await panel.getByText(/2 of 12$/).waitFor()
    await panel.getByRole('button', { name: 'More actions' }).click()
    // Each row of the list has such a button, too.
    await panel.getByRole('button', { name: 'Cancel post' }).click()
    await page.getByRole('button', { name: 'This and all later ones' }).click()
    await eventually('1 planned', async () => (await posts.count()) === 1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await eventually('12 planned', async () => (await posts.count()) === 12)

    await panel.getByRole('button', { name: 'Change how it repeats' }).click()
    const rhythm = page.getByRole('dialog', { name: 'Change how it repeats' })
    await rhythm.getByLabel('Repeat', { exact: true }).selectOption('Every 2 weeks')
    await rhythm.getByText('Of the later posts, 2 stay, 3 move, 5 are cancelled.').waitFor()
    await rhythm.getByRole('button', { name: 'Save' }).click()
    await eventually('7 planned', async () => (await posts.count()) === 7)
    await panel.getByText(/1 of 6$/).waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await page.getByText('It repeats as before.').waitFor()
    await panel.getByText(/2 of 12$/).waitFor()

    await page
      .getByRole('checkbox', { name: /^Select Open every week/ })
      .first()
      .check()
    await page.getByRole('button', { name: 'Move…' }).click()
    await becomeNarrowAndWide(page)
    await page.keyboard.press('Escape')
    await page.locator('dialog:modal').waitFor({ state: 'detached' })
    expect(await panel.isVisible()).toBe(true)
    expect(faults).toEqual([])
  })
})

/** In a narrow window, an open panel covers the dialog that was above it. */
async function becomeNarrowAndWide(page: Page) {
  for (const [size, dialogs] of [
    [VIEWPORTS.phone, 2],
    [VIEWPORTS.desktop, 1],
  ] as const) {
    await page.setViewportSize(size)
    await page.waitForFunction(count => document.querySelectorAll('dialog:modal').length === count, dialogs)
  }
}
