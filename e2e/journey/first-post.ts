import { expect } from 'bun:test'
import type { Locator, Page } from 'playwright-core'

import { pictureFile } from '../pictures.ts'
import type { Visitor } from '../visitor.ts'

/** Presses, and counts the presses. Typing and pasting don't count, but a field that hasn't the focus yet is pressed first. */
export function pressCounter() {
  let presses = 0
  async function press(target: Locator) {
    presses++
    await target.click()
  }
  return {
    press,
    async type(field: Locator, text: string) {
      await field.waitFor()
      const hasFocus = await field.evaluate(element => element === document.activeElement)
      if (!hasFocus) await press(field)
      await field.fill(text)
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
 * Names the business and connects all networks, which ask one after the other. No Page has the business's name, so one is chosen.
 * The location with that Page's name is connected without asking.
 */
export async function takeFirstSteps({ page, popUp }: Visitor, { press, type }: Presses) {
  const steps = page.getByRole('region', { name: 'Your first week, in three steps' })
  const consent = (on: Page) => press(on.getByRole('button', { name: /^Continue as/ }))
  const name = steps.getByRole('textbox', { name: 'Name *' })
  await type(name, '')
  await name.press('Enter')
  await steps.getByText('Please enter a name.').waitFor()
  await name.fill('Lee and Daughters')

  const dialogs = await popUp(() => press(steps.getByRole('button', { name: 'Connect all three' })))
  for (const network of ['Facebook', 'Instagram']) {
    await dialogs.getByText(`This is the sandbox's ${network}.`).waitFor()
    await consent(dialogs)
  }
  const pages = page.getByRole('dialog', { name: 'Choose One Facebook Page' })
  await press(pages.getByRole('button', { name: /^Pat's Plumbing/ }))
  await consent(page)
  await page.getByRole('heading', { name: 'Create Social Post', level: 1 }).waitFor()
}

/** Lets AI write the post in the open composer. */
export async function writeByAi(page: Page, { press, type }: Presses, prompt: string) {
  await type(page.getByRole('textbox', { name: 'Message' }), prompt)
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
