import { keyboard } from '../keyboard/keys.ts'
import type { Visitor } from '../visitor.ts'
import { checkStates } from './looks.ts'

/** Checks the explanation of the next step, and closes it. */
export async function readThanks({ page }: Visitor) {
  const look = checkStates(page)
  const dialog = page.getByRole('dialog', { name: 'We have your answers' })
  await dialog.waitFor()
  await look.toast('Thank you for your submission. Our team will contact you shortly.', 'success')
  const mark = dialog.locator('p').locator('xpath=preceding-sibling::*[name()="svg"]')
  await look.expectColour(mark, 'color', '--color-success')
  await keyboard(page).press(dialog.getByRole('button', { name: 'Done' }))
  await dialog.waitFor({ state: 'detached' })
}
