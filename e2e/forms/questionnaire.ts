import { expect } from 'bun:test'

import { keyboard } from '../keyboard/keys.ts'
import type { Visitor } from '../visitor.ts'
import { checkStates } from './looks.ts'
import { withDelayedCall, withFailingCall } from './responses.ts'
import { readThanks } from './thanks.ts'

/** Fills in the Website Questionnaire by keyboard, with every kind of field and message. */
export async function fillInQuestions(visitor: Visitor, url: string) {
  const { page, expectAccessible } = visitor
  await page.goto(url)
  const [keys, look] = [keyboard(page), checkStates(page)]
  const dialog = page.getByRole('dialog', { name: 'Website Questionnaire' })
  const field = (name: string) => dialog.getByRole('textbox', { name })
  const checkbox = (group: string, name: string) =>
    dialog.getByRole('group', { name: group }).getByRole('checkbox', { name })
  const send = dialog.getByRole('button', { name: 'Send answers' })

  await keys.press(page.getByRole('button', { name: 'Build My Website' }))
  await dialog.waitFor()
  await keys.press(send)
  await look.formError('Please answer at least one question.')
  await field('Phone or email').and(page.locator(':focus')).waitFor()
  await keys.write(field('Your name'), 'Pat Lee')
  await look.fieldError('Please give us a phone number or an email', field('Phone or email'))
  await keys.write(field('Phone or email'), '0400 000 000')
  await keys.write(field('Your business, and what it does'), 'Pat’s Plumbing')
  await keys.press(checkbox('What kind of website?', 'Bookings'), 'Space')
  await keys.write(field('Which pages?'), 'Home, Prices')
  await keys.write(field('How should it look?'), 'Blue')
  await keys.press(checkbox('What do you have already?', 'Logo'), 'Space')
  await keys.press(checkbox('What else should it do?', 'Booking calendar'), 'Space')
  const choose = async (first: string, last: string) => {
    await keys.press(dialog.getByRole('radio', { name: first }), 'ArrowUp')
    expect(await dialog.getByRole('radio', { name: last }).isChecked()).toBe(true)
  }
  await choose('$99 AUD a month, 1-3 pages', 'Not sure yet')
  await choose('1-2 weeks', 'Flexible')
  await keys.write(field('Anything else?'), 'No hurry')

  await withFailingCall(page, 'users/saveFeatureRequest', async () => {
    await keys.press(send)
    await look.formError('Failed to submit form.')
    await look.toast('Failed to submit form.', 'error')
  })
  await expectAccessible('the questionnaire: not sent')
  expect(await field('Anything else?').inputValue()).toBe('No hurry')
  await withDelayedCall(page, 'users/saveFeatureRequest', async () => {
    await keys.press(send)
    await look.pending(dialog.getByRole('button', { name: 'Sending…' }))
  })
  await dialog.waitFor({ state: 'detached' })
  await readThanks(visitor)
}

export async function readAboutAccountManagement({ page }: Visitor, url: string) {
  await page.goto(url)
  const dialog = page.getByRole('dialog', { name: 'Social media account management' })
  await keyboard(page).press(page.locator('[data-opens="account-management"]'))
  await dialog.getByText('Up to 5 posts per week').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}
