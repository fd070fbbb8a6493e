import type { Page } from 'playwright-core'

import { inputFile, picture } from '../pictures.ts'
import type { Visitor } from '../visitor.ts'

export const ALT_TEXTS = ['A tap that no longer drips', 'Pat with a wrench']

/** Writes a post with two pictures for Facebook and Instagram. */
export async function writePost({ page }: Visitor, message: string) {
  await page.goto(new URL('/dashboard/create-post', page.url()).href)
  await page.getByRole('heading', { name: 'Create Social Post', level: 1 }).waitFor()
  const instagram = page.locator('label', { has: page.getByRole('switch', { name: 'Instagram' }) })
  await instagram.getByText(/^@/).waitFor()
  await page.getByRole('switch', { name: 'Google Business Profile' }).press('Space')

  await page.getByRole('textbox', { name: 'Message' }).fill(message)
  const files = await Promise.all([picture('tap.jpg', 200), picture('pat.jpg', 40)])
  await page.getByLabel('Add pictures or a video').setInputFiles(await Promise.all(files.map(inputFile)))
  for (const [position, text] of ALT_TEXTS.entries()) await describe(page, files[position]!.name, text)
}

/** Writes the alt text of a picture, once it has arrived: a known picture brings the text that it had before. */
export async function describe(page: Page, file: string, text: string) {
  await page.getByRole('button', { name: `Alt text of ${file}` }).click()
  await page.getByRole('progressbar', { name: file }).waitFor({ state: 'detached' })
  await page.getByRole('textbox', { name: `Alt text of ${file}` }).fill(text)
  await page.keyboard.press('Enter')
}

/** Removes the posting times, so that the composer proposes none. */
export const removeTimes = (page: Page) =>
  page.evaluate(async () => {
    const headers = {
      Authorization: `Bearer ${localStorage.getItem('token')}`,
      'Content-Type': 'application/json',
    }
    await fetch('/api/slots', { method: 'PUT', headers, body: JSON.stringify({ slots: [] }) })
  })

/** Chooses the first time of a day next month. On a phone, the choices are in a menu. */
export async function chooseTime({ page }: Visitor) {
  const menu = page.getByRole('button', { name: /^When it goes out/ })
  if (await menu.isVisible()) await menu.click()
  await page.getByText('Schedule this post').click()
  await page.getByText('Choose future date & time').click()
  const picker = page.getByRole('dialog', { name: 'Choose date and time' })
  await picker.getByRole('button', { name: /next month/i }).click()
  await picker.getByRole('grid').getByRole('button').nth(14).click()
  await picker.getByRole('option').first().click()
}

export async function send({ page }: Visitor, button: 'Post Now' | 'Schedule Post') {
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('link', { name: 'View the post' }).waitFor()
}
