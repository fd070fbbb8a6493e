import { keyboard } from '../keyboard/keys.ts'
import type { Visitor } from '../visitor.ts'

/** Checks the explanation of the next step, and closes it. */
export async function readThanks({ page }: Visitor) {
  const dialog = page.getByRole('dialog', { name: 'We have your answers' })
  await keyboard(page).press(dialog.getByRole('button', { name: 'Done' }))
  await dialog.waitFor({ state: 'detached' })
}
