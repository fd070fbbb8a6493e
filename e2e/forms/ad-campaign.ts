import { expect } from 'bun:test'

import { AD_CAMPAIGN_SEND_MS } from '#shared/timings.ts'
import { keyboard } from '../keyboard/keys.ts'
import type { Visitor } from '../visitor.ts'
import { checkStates } from './looks.ts'
import { withDelayedCall, withFailingCall } from './responses.ts'
import { readThanks } from './thanks.ts'

/** Fills in the Ad Campaign Strategy form by keyboard and checks its defaults and every message. */
export async function askForAds(visitor: Visitor, url: string) {
  const { page, expectAccessible } = visitor
  await page.clock.install()
  await page.goto(url)
  const [keys, look] = [keyboard(page), checkStates(page)]
  const dialog = page.getByRole('dialog', { name: 'Ad Campaign Strategy' })
  const field = (name: string) => dialog.getByRole('textbox', { name })
  const objective = dialog.getByRole('combobox', { name: 'Campaign objective' })
  const budget = dialog.getByRole('combobox', { name: 'Monthly budget' })
  const send = dialog.getByRole('button', { name: 'Send to our team' })

  await keys.press(page.locator('[data-opens="ad-campaign"]'))
  await dialog.waitFor()
  expect(await objective.inputValue()).toBe('Generate more leads')
  expect(await budget.inputValue()).toBe('$500 - $1,000')

  await keys.to(objective)
  await page.keyboard.type('Choose')
  await keys.to(budget)
  await page.keyboard.type('Choose')
  await keys.press(send)
  await look.formError('Please fill in all required fields.')
  await look.fieldError('Please select a campaign objective', objective)
  await look.fieldError('Please describe your target audience', field('Target audience'))
  await look.fieldError('Please select at least one platform')
  await look.fieldError('Please select a budget range', budget)
  await look.fieldError('Please provide your name.', field('Your name'))
  await look.fieldError('Please provide a valid email.', field('Your email'))
  await expectAccessible('the ad campaign: what is missing')

  await keys.to(objective)
  await page.keyboard.type('Other')
  await keys.write(field('What should it do?'), 'Fill the van')
  await keys.write(field('Target audience'), 'Everybody with a tap')
  await keys.press(dialog.getByRole('checkbox', { name: 'YouTube' }), 'Space')
  await keys.to(budget)
  await page.keyboard.type('$1')
  await keys.write(field('Your name'), 'Pat Lee')
  await keys.write(field('Your email'), 'ads@example.com')

  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await keys.press(page.locator('[data-opens="ad-campaign"]'))
  expect(await field('Target audience').inputValue()).toBe('Everybody with a tap')
  expect(await dialog.getByRole('checkbox', { name: 'YouTube' }).isChecked()).toBe(true)
  expect(await budget.inputValue()).toBe('$1,000 - $2,500')

  await withFailingCall(page, 'users/saveFeatureRequest', async () => {
    await keys.press(send)
    await page.clock.fastForward(AD_CAMPAIGN_SEND_MS)
    await look.formError('Failed to submit form.')
    await look.toast('Failed to submit form.', 'error')
  })
  await withDelayedCall(page, 'users/saveFeatureRequest', async () => {
    await keys.press(send)
    await page.clock.fastForward(AD_CAMPAIGN_SEND_MS)
    await look.pending(dialog.getByRole('button', { name: 'Sending…' }))
    // A browser closes a dialog at the second Escape even if the page prevents it. The page then opens it again.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await dialog.waitFor()
  })
  await dialog.waitFor({ state: 'detached' })
  await readThanks(visitor)
}
