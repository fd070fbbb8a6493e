import type { Locator, Page } from 'playwright-core'

import { picture } from '../pictures.ts'
import type { Visitor } from '../visitor.ts'

/** Clicks, and counts the clicks. Typing and Enter don't count. */
export function clickCounter() {
  let clicks = 0
  return {
    async press(target: Locator) {
      clicks++
      await target.click()
    },
    /** Returns the number of clicks since the last call. */
    take() {
      const counted = clicks
      clicks = 0
      return counted
    },
  }
}
export type Clicks = ReturnType<typeof clickCounter>

/** Signs in on the home page with an empty account. */
export async function signInFresh({ page }: Visitor, { press }: Clicks, url: string, email: string) {
  await page.goto(url)
  await press(page.getByRole('button', { name: 'Sign In' }))
  const dialog = page.getByRole('dialog', { name: 'Sign in to Currawong' })
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.keyboard.press('Enter')
}

/** Adds a business and connects its Instagram account, as the overview suggests. */
export async function setUp({ page, popUp }: Visitor, { press }: Clicks) {
  await press(page.getByRole('button', { name: 'Add it' }))
  await page.getByRole('textbox', { name: 'Name *' }).fill('Pat’s Plumbing')
  await page.keyboard.press('Enter')
  await press(page.getByRole('link', { name: 'Connect', exact: true }))
  const dialog = await popUp(() => press(page.getByRole('button', { name: 'Connect Instagram' })))
  const closed = dialog.waitForEvent('close')
  await press(dialog.getByRole('button', { name: /^Continue as/ }))
  await closed
  await page.getByRole('button', { name: 'Disconnect Instagram' }).waitFor()
}

/** Writes and schedules a post in the open composer. */
export async function schedule(page: Page, { press }: Clicks, message: string, when: string) {
  await page.getByRole('textbox', { name: 'Message' }).fill(message)
  const chooser = page.waitForEvent('filechooser')
  await press(page.getByText(/choose (files|pictures or a video)$/i).filter({ visible: true }))
  const file = await picture('tap.jpg', 200)
  const buffer = Buffer.from(await file.arrayBuffer())
  await (await chooser).setFiles({ name: file.name, mimeType: file.type, buffer })
  await press(page.getByRole('button', { name: when }))
  await press(page.getByRole('button', { name: 'Schedule Post' }))
  await page.getByText(/^Scheduled for /).waitFor()
}
