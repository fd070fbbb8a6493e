import { expect } from 'bun:test'

import type { ContractClient } from '../client.ts'
import { eventually } from '../eventually.ts'
import type { Viewport, Visitor } from '../visitor.ts'

/** Scroll position of Social Hub when the visitor leaves it. */
const LEFT_AT = 100

/** Reads figures, finds an answer in the help, asks for support and comes back. */
export async function readFigures(visitor: Visitor, url: string, viewport: Viewport, person: Asking) {
  const { page } = visitor
  await seeFigures(visitor, url)
  await findAnAnswer(visitor)
  await askAPerson(visitor, person)
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Social Hub' }).and(page.locator(':focus')).waitFor()
  // On a phone Playwright scrolls to the top to press the menu.
  if (viewport === 'desktop') await page.waitForFunction(distance => scrollY === distance, LEFT_AT)
  await beOffline(visitor)
}

type Asking = { email: string; question: string }

/** Sees that nothing is counted before the first post, once the networks have been read, and goes to Social Hub. */
async function seeFigures({ page }: Visitor, url: string) {
  await page.goto(`${url}/dashboard/nowhere`)
  await page.getByText('We couldn’t find that page').waitFor()
  const posts = page.locator('dl > div', { hasText: 'Total Posts' })
  await posts.getByText('0', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'View Insights' }).click()
  await page.getByRole('heading', { level: 1, name: 'Insights' }).waitFor()
  await page.getByRole('heading', { level: 2, name: 'Your figures start with your first post' }).waitFor()
  await page.goto(`${url}/dashboard/social-hub`)
  await page.getByRole('heading', { level: 2, name: 'Account info' }).waitFor()
  // What is above it must not move it later.
  await page.getByText(/^\d of \d used/).waitFor()
  await page.evaluate(distance => scrollTo(0, distance), LEFT_AT)
  await page.waitForFunction(
    distance => sessionStorage.getItem('scroll:/dashboard/social-hub') === String(distance),
    LEFT_AT,
  )
}

async function findAnAnswer({ page }: Visitor) {
  const menu = page.getByRole('button', { name: 'More', exact: true })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('link', { name: 'Help', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Help & Support' }).waitFor()
  await page.getByRole('searchbox').fill('password')
  await page.getByText('2 of 8 questions').waitFor()
  // The public forms' style sheet must not be loaded, because it would stack the dashboard's columns.
  expect(await page.evaluate(() => document.adoptedStyleSheets.length)).toBe(0)
  await page.getByText('Do you know the passwords of my accounts?').click()
  await page.getByText('No. You sign in with the network').waitFor()
  await page.getByRole('searchbox').fill('submarine')
  await page.getByText('0 of 8 questions').waitFor()
}

async function askAPerson({ page }: Visitor, { email, question }: Asking) {
  await page.getByRole('button', { name: 'Contact Support' }).last().click()
  const dialog = page.getByRole('dialog', { name: 'Contact Support' })
  await dialog.getByRole('button', { name: 'Send message' }).click()
  await dialog.getByText('Please enter your message.').waitFor()
  expect(await dialog.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(email)
  await dialog.getByRole('combobox', { name: 'Subject' }).selectOption('posting')
  await dialog.getByRole('textbox', { name: 'Message' }).fill(question)
  await dialog.getByRole('button', { name: 'Send message' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Your message has been sent.').waitFor()
}

async function beOffline({ page }: Visitor) {
  await page.context().setOffline(true)
  await page.getByText('You are offline.').waitFor()
  await page.context().setOffline(false)
  await page.getByText('You are offline.').waitFor({ state: 'detached' })
}

/** Expects the question in the list of an administrator. */
export async function reachedTheAgency(client: ContractClient, question: string) {
  const found = await eventually('the question in the list', async () => {
    const { data } = await client.call('admin/supportRequests')
    return (data as { message: string; company: string }[]).find(({ message }) => message === question)
  })
  expect(found).toMatchObject({ company: 'Pat’s Plumbing' })
}

/** Downloads a released report of this month as a PDF, and stays on it. */
export async function downloadReport({ page }: Visitor, url: string, client: ContractClient) {
  const { data: domain } = await client.call('users/getUserActiveDomain')
  const month = new Date().toISOString().slice(0, 7)
  const { _id: domainId, businessName } = domain as { _id: string; businessName: string }
  const { data } = await client.call('reports', { json: { domainId, month } })
  const { _id, preparedAt } = data as { _id: string; preparedAt: string }
  await client.call(`reports/${_id}/release`, { json: { preparedAt, note: '', recipients: [] } })
  const address = `${url}/dashboard/reports?report=${_id}`
  await page.goto(address)
  await page.getByRole('button', { name: 'Withdraw' }).waitFor()
  expect(await page.getByRole('combobox', { name: /^Month/ }).inputValue()).toBe(month)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download PDF' }).click(),
  ])
  expect(download.suggestedFilename()).toBe(`${businessName} ${month}.pdf`)
  expect((await Bun.file(await download.path()).bytes()).slice(0, 5)).toEqual(Buffer.from('%PDF-'))
  expect(page.url()).toBe(address)
}
