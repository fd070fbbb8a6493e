import { expect } from 'bun:test'

import { fullWeekPrice } from '#shared/brand.ts'
import { eventually } from '../eventually.ts'
import type { SandboxClient } from '../sandbox-client.ts'
import type { Visitor } from '../visitor.ts'

const priceOfWeek = `5 posts a week, $${fullWeekPrice} a month`

type Place = { url: string; world: SandboxClient }

/** Tries a first week on the home page, and presses “Keep this week”. Returns the texts of its posts. */
async function tryWeek({ page, expectAccessible }: Visitor, url: string): Promise<string[]> {
  await page.goto(url)
  await page.getByLabel('Your business').focus()
  await page.locator('astro-island[data-arrived] form').getByLabel('Your business').waitFor()
  // The button at the lower edge of the screen: the errors would be below it.
  const show = page.getByRole('button', { name: 'Show my week' })
  await show.evaluate(button => button.scrollIntoView({ block: 'end', behavior: 'instant' }))
  await show.press('Enter')
  const error = page.getByText('Please enter the name of your business.')
  await error.waitFor()
  await eventually('the error in view', () =>
    error.evaluate(text => text.getBoundingClientRect().bottom <= innerHeight),
  )
  await page.locator('astro-island[data-arrived] form').getByLabel('Your business').fill('Harbour Bakehouse')
  expect(await page.getByLabel('What do you do?').inputValue()).toBe('Bakery')
  await page.getByLabel('Suburb or town').fill('Brunswick')
  await page.keyboard.press('Enter')
  await page
    .getByRole('heading', { name: 'Harbour Bakehouse’s first week' })
    .and(page.locator(':focus'))
    .waitFor()
  const posts = page.getByRole('region', { name: 'Your first week' }).getByRole('article')
  const texts = await posts.locator('p[dir=auto]').allInnerTexts()
  const kinds = await posts.locator('p:has(> svg)').allInnerTexts()
  const pictures = await posts
    .locator('img')
    .evaluateAll(images => images.map(image => image.getAttribute('src')!))
  expect([new Set(texts).size, new Set(kinds).size, new Set(pictures).size]).toEqual([5, 5, 5])
  const drawn = await (await page.request.get(url + pictures[0]!.replace(/#.*/, ''))).text()
  for (const picture of pictures) expect(drawn).toContain(`<view id="${picture.split('#')[1]}"`)
  expect(await posts.getByText('Your photo goes here').count()).toBe(5)
  expect(texts.join()).toContain('Harbour Bakehouse')
  expect(await page.getByText('An example, with drawn pictures').isVisible()).toBe(false)
  await expectAccessible('a first week')
  await page.reload()
  await page.getByRole('heading', { name: 'Harbour Bakehouse’s first week' }).waitFor()
  expect(await posts.locator('p[dir=auto]').allInnerTexts()).toEqual(texts)
  await page.getByText(priceOfWeek).waitFor()
  await page.getByRole('button', { name: 'Keep this week' }).last().click()
  const dialog = page.getByRole('dialog', { name: 'Create your account' })
  await dialog.getByText('Create an account to keep Harbour Bakehouse’s week').waitFor()
  return texts
}

async function seeDrafts({ page }: Visitor, texts: string[]) {
  await page.waitForURL(/\/dashboard\/calendar\?on=[\d-]+$/)
  await page.getByText('Harbour Bakehouse’s week is here').waitFor()
  const [first = ''] = texts
  await page
    .getByRole('link')
    .filter({ hasText: first.slice(0, 12) })
    .first()
    .waitFor()
  const drafts = await page.evaluate(async () => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('token')}` }
    const response = await fetch('/api/drafts', { headers })
    return ((await response.json()) as { data: { text: string; publishAt?: string }[] }).data
  })
  const inOrder = drafts.toSorted((a, b) => (a.publishAt ?? '').localeCompare(b.publishAt ?? ''))
  expect(inOrder.map(({ text }) => text)).toEqual(texts)
  await page.getByRole('button', { name: 'List', exact: true }).click()
  for (const text of texts)
    await page
      .getByRole('link')
      .filter({ hasText: text.slice(0, 12) })
      .waitFor()
}

/** Keeps a week through a sign-up by mail. */
export async function keepWeekByMail(visitor: Visitor, { world, url }: Place, email: string) {
  const { page } = visitor
  const texts = await tryWeek(visitor, url)
  await page.getByRole('textbox', { name: 'Full name' }).fill('Pat Lee')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('correct horse battery')
  await page.getByRole('textbox', { name: 'Confirm password' }).fill('correct horse battery')
  await page.getByRole('dialog').getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Sign Up' }).click()
  const code = await eventually('the code by mail', () => world.mailedCode(email))
  await page.getByRole('textbox', { name: 'Code' }).pressSequentially(code)
  await seeDrafts(visitor, texts)
}

/** Keeps a week through a sign-up with Google. */
export async function keepWeekByGoogle(visitor: Visitor, url: string) {
  const { page, popUp } = visitor
  const texts = await tryWeek(visitor, url)
  const google = await popUp(() => page.getByRole('button', { name: 'Continue with Google' }).click())
  await google.getByRole('button', { name: /^Continue as/ }).click()
  await seeDrafts(visitor, texts)
}
