import { expect } from 'bun:test'
import type { Locator, Page } from 'playwright-core'

import { pictureFile } from '../pictures.ts'
import type { Visitor } from '../visitor.ts'

/** The business with the name of the sandbox's first Page and location. */
export const NAMESAKE = 'Pat’s Plumbing'

/** Presses, and counts the presses. Typing and pasting don't count. */
export function pressCounter() {
  let presses = 0
  return {
    async press(target: Locator) {
      presses++
      await target.click()
    },
    /** Returns the number of presses since the last call. */
    take() {
      const counted = presses
      presses = 0
      return counted
    },
  }
}
export type Presses = ReturnType<typeof pressCounter>

/**
 * Names the business and connects all networks, as the overview's first steps lead from one to the next. A Page or location with
 * the business's name is connected without asking.
 */
export async function takeFirstSteps({ page, popUp }: Visitor, { press }: Presses, business: string) {
  const steps = page.getByRole('region', { name: 'Your first week, in three steps' })
  const connect = (network: string) => steps.getByRole('button', { name: `Connect ${network}` })
  const consent = (on: Page) => press(on.getByRole('button', { name: /^Continue as/ }))
  const name = steps.getByRole('textbox', { name: 'Name *' })
  await name.press('Enter')
  await steps.getByText('Please enter a name.').waitFor()
  await name.fill(business)
  const isNamesake = business === NAMESAKE
  const choose = (title: string) =>
    press(page.getByRole('dialog', { name: title }).getByRole('button', { name: /^Pat's Plumbing/ }))

  await consent(await popUp(() => press(connect('Facebook'))))
  if (!isNamesake) await choose('Choose One Facebook Page')

  await connect('Instagram').and(page.locator(':focus')).waitFor()
  await consent(await popUp(() => press(connect('Instagram'))))

  await connect('Google Business Profile').and(page.locator(':focus')).waitFor()
  await press(connect('Google Business Profile'))
  await consent(page)
  if (!isNamesake) await choose('Choose one location')
  await page.getByRole('heading', { name: 'Create Social Post', level: 1 }).waitFor()
}

/** Lets AI write the post in the open composer. */
export async function writeByAi(page: Page, { press }: Presses, prompt: string) {
  await page.getByRole('textbox', { name: 'Message' }).fill(prompt)
  await press(page.getByRole('button', { name: 'Generate with AI' }))
  await page.getByRole('button', { name: 'Shorter' }).waitFor()
}

/** Adds a picture and schedules the post for the proposed time, the next free one. */
export async function schedule(page: Page, { press }: Presses, on: string) {
  const chooser = page.waitForEvent('filechooser')
  await press(page.getByText(/choose (files|pictures or a video)$/i).filter({ visible: true }))
  await (await chooser).setFiles(await pictureFile('tap.jpg'))
  await page.getByRole('button', { name: 'Next free slot', pressed: true }).waitFor()
  await press(page.getByRole('button', { name: 'Schedule Post' }))
  const sent = page.getByText(/^Scheduled for /)
  await sent.waitFor()
  expect(await sent.textContent()).toContain(on)
}
