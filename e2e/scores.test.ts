import { afterAll, expect, test } from 'bun:test'

import { eventually } from './eventually.ts'
import { openTestbed } from './testbed.ts'
import type { Visitor } from './visitor.ts'

/** Long enough for Lighthouse on a busy machine. */
const MEASURED_MS = 120_000
/** A visitor's check has the lowest priority on the machine, and may run twice. */
const CHECKED_MS = 300_000
const EMAIL = 'pat-who-is-measured@example.com'

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Pat’s Plumbing</title>
  <meta name="viewport" content="width=device-width"><meta name="description" content="A plumber in Melbourne">
  </head><body><main><h1>Pat’s Plumbing</h1><p>We fix taps.</p></main></body></html>`

let isUp = true
const website = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch({ url }) {
    const { pathname } = new URL(url)
    if (pathname === '/robots.txt') return new Response('User-agent: *\nAllow: /\n')
    return isUp && pathname === '/'
      ? new Response(PAGE, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
      : new Response('Down', { status: 503 })
  },
})

let session: string

const testbed = openTestbed(async ({ newClient }) => {
  const client = newClient()
  await client.signUp(EMAIL)
  session = client.token()
})
afterAll(() => website.stop(true))

test('checks a visitor’s website from the home page, mails the result and sends it to the agency', async () => {
  await testbed.visit('website-check', { viewport: 'phone' }, async visitor => {
    await startCheck(visitor)
    await readResult(visitor)
    await mailResult(visitor)
    await requestHelp(visitor)
    expect(visitor.faults).toEqual([])
  })
})

async function startCheck({ page }: Visitor) {
  await page.goto(testbed.url)
  await page.getByRole('link', { name: 'Check it free' }).click()
  await page.getByRole('heading', { level: 1, name: 'Does your website send customers away?' }).waitFor()
  await page.getByRole('textbox', { name: 'Your website' }).fill(`127.0.0.1:${website.port}`)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/audits\/[a-z2-7]{52}$/)
}

async function readResult({ page, expectAccessible }: Visitor) {
  const status = page.getByRole('status')
  await status.getByText('calls itself Pat’s Plumbing').waitFor()
  await page.getByText('What to do:').first().waitFor({ timeout: CHECKED_MS })
  expect(await page.getByRole('list').first().getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([
    'Browsers call the site “Not secure”.',
    'The page names no phone number.',
    'The page doesn’t say when you’re open.',
  ])
  await page.getByText('Search results can show a sentence of yours.').waitFor()
  await page.getByText('Found by search engines').waitFor()
  expect(await page.getByRole('region', { name: 'How it looks when shared' }).innerText()).toContain(
    'No picture',
  )
  await expectAccessible('the result of a website check')
}

async function mailResult({ page }: Visitor) {
  const email = 'owner-of-a-checked-website@example.com'
  await page.getByRole('textbox', { name: 'Email for the link' }).fill(email)
  await page.keyboard.press('Enter')
  await page.getByText(`It’s on its way to ${email}.`).and(page.locator(':focus')).waitFor()
  const link = await eventually('the mail', () => testbed.world.mailedLink(email, '/audits/'))
  expect(new URL(link).pathname).toBe(new URL(page.url()).pathname)
}

async function requestHelp({ page, expectAccessible }: Visitor) {
  await page.getByRole('textbox', { name: 'Your name' }).fill('Linda Owner')
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('linda-checked@example.com')
  await page.keyboard.press('Enter')
  await page.getByText('We have your request and this result.').waitFor()
  await expectAccessible('a request from a website check')
}

test('measures a real website, shows its history and keeps its scores while the website is down', async () => {
  await testbed.visit('scores', { viewport: 'desktop', session }, async visitor => {
    await openOverview(visitor)
    await addWebsite(visitor)
    await showHistory(visitor)
    await refreshWhileDown(visitor)
    await seeInDark(visitor)
    await seeAsAdministrator(visitor)
    expect(visitor.faults).toEqual([])
  })
})

const row = ({ page }: Visitor) => page.getByRole('row', { name: /Pat’s Plumbing/ })
const refresh = (visitor: Visitor) =>
  row(visitor).getByRole('button', { name: 'Refresh the scores of Pat’s Plumbing' })

async function openOverview({ page }: Visitor) {
  await page.goto(`${testbed.url}/dashboard`)
  await page.getByText('No domains found').waitFor()
}

async function addWebsite(visitor: Visitor) {
  const { page } = visitor
  await page.getByRole('button', { name: 'Add New Domain' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Domain' })
  await dialog.getByRole('textbox', { name: 'Name *' }).fill('Pat’s Plumbing')
  await dialog.getByRole('textbox', { name: /Website/ }).fill(`http://127.0.0.1:${website.port}/`)
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await row(visitor).getByText('Generating scores...').waitFor()
  expect(await refresh(visitor).getAttribute('aria-disabled')).toBe('true')
  await row(visitor).getByText('(good)').first().waitFor({ timeout: MEASURED_MS })
  const scores = (await row(visitor).getByRole('cell').allInnerTexts())
    .slice(0, 4)
    .map(text => parseInt(text))
  const [performance, accessibility, bestPractices, seo] = scores
  expect(performance).toBeWithin(50, 101)
  expect(accessibility).toBe(100)
  expect(bestPractices).toBeWithin(90, 101)
  expect(seo).toBe(100)
}

async function showHistory(visitor: Visitor) {
  const { page } = visitor
  const opener = row(visitor).getByRole('button', { name: 'Scores of Pat’s Plumbing over time' })
  await opener.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Scores of Pat’s Plumbing' })
  await dialog.getByRole('img', { name: /^Performance: \d+ now/ }).waitFor()
  expect(await dialog.getByRole('row').count()).toBe(2)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await opener.and(page.locator(':focus')).waitFor()
}

async function refreshWhileDown(visitor: Visitor) {
  const { page } = visitor
  isUp = false
  await refresh(visitor).press('Enter')
  await page.locator('[aria-disabled=true]:focus').waitFor()
  await row(visitor)
    .getByText('responds with an error (503) instead of a page. These are its last scores.')
    .waitFor({ timeout: MEASURED_MS })
  await refresh(visitor).and(page.locator(':focus:not([aria-disabled])')).waitFor()
  expect(await row(visitor).getByText('(good)').count()).toBeGreaterThan(0)
}

async function seeInDark({ page, expectAccessible }: Visitor) {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible('an overview with old scores on a phone in the dark')
}

async function seeAsAdministrator({ page, expectAccessible }: Visitor) {
  const heading = page.getByRole('heading', { name: 'Currawong’s own site' })
  expect(await heading.count()).toBe(0)
  await testbed.product.grantAdmin(EMAIL)
  await page.reload()
  await heading.waitFor()
  await page.goto(`${testbed.url}/dashboard/support-requests`)
  await page.getByText('Linda Owner').filter({ visible: true }).first().click()
  const request = page.getByRole('dialog', { name: 'Request of Linda Owner' })
  await request.getByText('1. Browsers call the site “Not secure”.').waitFor()
  await expectAccessible('a request with a website check')
}
