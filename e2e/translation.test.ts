import { expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'

import type { ContractClient } from './client.ts'
import { isWhole } from './faults/selection.ts'
import { PASSWORD } from './forms/sign-in.ts'
import { pictureFile } from './pictures.ts'
import { schedulePost } from './schedule-post.ts'
import { openTestbed } from './testbed.ts'
import { TRANSLATED, translate } from './translator.ts'

const EMAIL = 'pat@example.com'

/**
 * `verify` translates one page of each renderer, in one manner: the composer, a review link, and a form of a public page. The other journeys belong to `bun run test:faults --part translation`.
 */
const testOfWhole = test.if(isWhole)
const MANNERS = ['replace', 'wrap'] as const
const IN_VERIFY = { review: ['wrap'], form: ['replace'] } as const

const testbed = openTestbed(async () => {
  await testbed.newAuthor(EMAIL)
})

/** Finds translated text by the beginning of the original. */
const translated = (where: Page | Locator, text: string) => where.getByText(TRANSLATED + text)

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** @returns the id of the business */
async function requireApproval(client: ContractClient): Promise<string> {
  const { data } = await client.call('users/getUserActiveDomain')
  const { _id } = data as { _id: string }
  await client.call(`businesses/${_id}/approval-rule`, { method: 'PUT', json: { required: true } })
  return _id
}

testOfWhole('signs in on a translated page, after an error', async () => {
  await testbed.visit('translated-sign-in', { viewport: 'desktop' }, async ({ page }) => {
    await translate(page)
    await page.goto(testbed.url)
    await page.getByRole('button', { name: 'Sign In' }).click()
    const dialog = page.getByRole('dialog')
    const submit = dialog.getByRole('button', { name: 'Sign In' })
    await submit.click()
    await translated(dialog, 'Password is required').waitFor()
    await dialog.getByRole('textbox', { name: 'Email' }).fill(EMAIL)
    await dialog.getByRole('textbox', { name: 'Password' }).fill('wrong horse battery')
    await submit.click()
    await translated(dialog, 'Invalid email or password.').waitFor()
    expect(await translated(dialog, 'Password is required').count()).toBe(0)
    await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await submit.click()
    await heading(page, 'Dashboard Overview').waitFor()
    await translated(page, 'Login successful!').waitFor()
  })
})

test('writes, previews and sends posts on a translated page', async () => {
  const client = await testbed.newAuthor('writes@example.com')
  await client.connectInstagram('pats.plumbing')
  const session = client.token()
  await testbed.visit('translated-composer', { viewport: 'desktop', session }, async ({ page, faults }) => {
    await translate(page)
    await page.goto(`${testbed.url}/dashboard/create-post`)
    const message = page.getByRole('textbox', { name: 'Message' })
    const bar = page.locator('[data-send-bar]')
    await page.getByRole('switch', { name: 'Instagram' }).waitFor()
    await message.fill('Taps')
    await page.getByText('4/2200', { exact: true }).waitFor()
    await message.fill('Winter is when pipes burst')
    await page.getByText('26/2200', { exact: true }).waitFor()
    expect(await page.getByText('4/2200', { exact: true }).count()).toBe(0)
    const preview = page.getByRole('complementary', { name: 'Preview' })
    await preview.getByText('Winter is when pipes burst').first().waitFor()

    await bar.getByRole('button', { name: 'Post Now' }).click()
    await page.getByRole('button', { name: 'Post without a picture' }).waitFor()
    await page.getByLabel('Add pictures or a video').setInputFiles([await pictureFile('tap.jpg')])
    await translated(page, 'Saved').waitFor()
    await bar.getByRole('button', { name: 'Post Now' }).click()
    await translated(bar, 'Published on Facebook and Instagram').waitFor()
    await heading(page, 'Create Social Post').waitFor()

    await message.fill('Spring clean for your gutters')
    await page.getByLabel('Add pictures or a video').setInputFiles([await pictureFile('pat.jpg')])
    await bar.getByRole('button', { name: /Tomorrow/ }).click()
    await bar.getByRole('button', { name: 'Schedule Post' }).click()
    await translated(bar, 'Scheduled for').waitFor()
    expect(await bar.getByText(/Published on/).count()).toBe(0)
    expect(faults).toEqual([])
  })
  const posts = await testbed.world.publishedWith('Winter is when pipes burst')
  expect(posts.map(({ network }) => network).toSorted()).toEqual(['facebook', 'instagram'])
})

testOfWhole('moves and cancels a post in a translated calendar, and saves translated settings', async () => {
  const client = await testbed.newAuthor('plans@example.com')
  await schedulePost(client, 'Monday’s post', 3)
  const session = client.token()
  await testbed.visit('translated-calendar', { viewport: 'desktop', session }, async ({ page, faults }) => {
    await translate(page)
    await page.goto(`${testbed.url}/dashboard/calendar?view=list`)
    const open = () =>
      page
        .getByRole('link', { name: /Monday’s post/ })
        .first()
        .click()
    await open()
    const details = page.getByRole('dialog', { name: 'Post Details' })
    await details.getByRole('button', { name: 'Reschedule' }).click()
    const form = page.getByRole('form', { name: 'Reschedule' })
    await form.getByRole('button', { name: /Tomorrow.*9:00 am/ }).click()
    await form.getByRole('button', { name: 'Reschedule' }).click()
    await translated(page, 'Moved to').waitFor()
    await details
      .getByText(/9:00 am/)
      .first()
      .waitFor()
    await details.getByRole('button', { name: 'More actions' }).click()
    await details.getByRole('button', { name: 'Cancel post' }).click()
    await translated(page, 'Cancelled. The post is in your drafts.').waitFor()
    await page.getByRole('link', { name: /9:00 am.*Draft.*Monday’s post/ }).waitFor()
    await heading(page, 'Calendar').waitFor()

    await page.getByRole('link', { name: /Settings$/ }).click()
    await page.getByRole('switch', { name: 'Marketing emails' }).check()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await translated(page, 'Settings saved successfully!').waitFor()
    await translated(page, 'You have unsaved changes.').waitFor({ state: 'detached' })
    await heading(page, 'Settings').waitFor()
    expect(faults).toEqual([])
  })
})

testOfWhole('approves posts and requests changes on a translated page', async () => {
  const client = await testbed.newAuthor('approves@example.com')
  await requireApproval(client)
  for (const [index, message] of ['Open late', 'Closed at Easter', 'New van'].entries())
    await schedulePost(client, message, index + 4)
  const session = client.token()
  await testbed.visit('translated-approvals', { viewport: 'desktop', session }, async ({ page, faults }) => {
    await translate(page)
    await page.goto(`${testbed.url}/dashboard/view-post?tab=review`)
    await page.getByRole('tab', { name: /Waiting for .*approval\s*3$/ }).waitFor()
    await page
      .getByRole('link', { name: /Open late/ })
      .first()
      .click()
    const details = page.getByRole('dialog', { name: 'Post Details' })
    await details.getByRole('button', { name: 'Approve' }).click()
    await translated(details, 'Approved by').first().waitFor()
    await details
      .getByText(/2 left/)
      .filter({ visible: true })
      .waitFor()
    await details.getByRole('button', { name: /Next/ }).click()
    await details.getByRole('button', { name: 'Request changes' }).click()
    await details.getByRole('button', { name: 'Request changes' }).click()
    await translated(details, 'Please say what should change.').waitFor()
    await details.getByRole('textbox', { name: 'What should change?' }).fill('Say when we open again.')
    await details.getByRole('button', { name: 'Request changes' }).click()
    await translated(details, 'Sent back by').first().waitFor()
    await details
      .getByText(/1 left/)
      .filter({ visible: true })
      .waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: /Waiting for .*approval\s*1$/ }).waitFor()
    await heading(page, 'Manage Social Posts').waitFor()
    expect(faults).toEqual([])
  })
})

for (const manner of isWhole ? MANNERS : IN_VERIFY.review)
  test(`approves with a review link whose texts a translator has to ${manner}`, async () => {
    const client = await testbed.newAuthor(`${manner}@example.com`)
    const domainId = await requireApproval(client)
    const postIds: string[] = []
    for (const [index, message] of ['Tarts', 'Pies', 'Buns'].entries())
      postIds.push(await schedulePost(client, `${message} by ${manner}`, index + 8))
    const created = await client.call(`businesses/${domainId}/review-links`, { json: { postIds } })
    await testbed.visit('translated-review', { viewport: 'phone' }, async ({ page, faults }) => {
      await translate(page, manner)
      await page.goto(String(created['url']))
      const approve = page
        .getByRole('button', { name: 'Approve', exact: false })
        .filter({ hasNotText: 'all' })
      const status = page.getByRole('status').first()
      await status.getByText(/3 of 3 posts wait/).waitFor()
      await approve.first().click()
      await page.getByRole('textbox', { name: 'Your name' }).fill('Mia Chen')
      await page.getByRole('button', { name: 'Continue' }).click()
      await status.getByText(/2 of 3 posts wait/).waitFor()
      await page
        .getByRole('article', { name: /Post for/ })
        .nth(1)
        .getByRole('button', { name: 'Request changes' })
        .click()
      await page.getByRole('button', { name: 'Send request' }).click()
      await translated(page, 'Please say what should change.').waitFor()
      await page.getByRole('textbox', { name: 'What should change?' }).fill('More cream.')
      await page.getByRole('button', { name: 'Send request' }).click()
      await status.getByText(/1 of 3 posts? waits?/).waitFor()
      await approve.last().click()
      await status.getByText(/All done/).waitFor()
      // Each post has its own state, once.
      expect(await page.getByText(/Changes requested by Mia Chen/).count()).toBe(1)
      expect(await page.getByText(/Approved by Mia Chen/).count()).toBe(2)
      expect(await page.getByText(/Waits for you|Saving/).count()).toBe(0)
      expect(faults).toEqual([])
    })
  })

for (const manner of isWhole ? MANNERS : IN_VERIFY.form)
  test(`keeps what is typed into a form of a public page whose texts a translator has to ${manner}`, async () => {
    await testbed.visit(`translated-contact-${manner}`, { viewport: 'desktop' }, async ({ page }) => {
      await translate(page, manner)
      await page.goto(`${testbed.url}/contact`)
      await translated(page, 'Full name').waitFor()
      // The form's script loads at the first focus, and replaces the form.
      await page.locator('[name=fullname]').focus()
      await page.keyboard.type('Mia Chen')
      await page.waitForFunction(() => document.querySelector('astro-island[data-arrived] form'))
      expect(await page.locator('[name=fullname]').inputValue()).toBe('Mia Chen')
      await page.keyboard.type(' Lee')
      expect(await page.locator('[name=fullname]').inputValue()).toBe('Mia Chen Lee')
      await page.locator('[name=email]').fill('mia@example.com')
      await page.locator('[name=service]').selectOption({ index: 1 })
      await page.locator('[name=message]').fill('Do you fix gutters?')
      await page.locator('main form button[type=submit]').click()
      await translated(page, 'Thank you. We have your message.').waitFor()
    })
  })
