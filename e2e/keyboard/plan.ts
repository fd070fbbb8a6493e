import type { Page } from 'playwright-core'

import type { Visitor } from '../visitor.ts'
import { watchedKeyboard } from './keys.ts'

/** Moves a post of the calendar by a day and back, also from another month. @param days from today to the post */
export async function moveByKeyboard({ page, expectAccessible }: Visitor, message: string, days: number) {
  const keys = watchedKeyboard(page)
  const cells = page.locator('[data-day]')
  await keys.strike('ControlOrMeta+k')
  await keys.expectAt(page.getByRole('combobox', { name: /^Search screens/ }))
  await page.keyboard.insertText('calen')
  await page.getByRole('option', { name: 'Calendar' }).first().waitFor()
  await keys.strike('Enter')
  await keys.expectAt(page.getByRole('heading', { level: 1, name: 'Calendar' }))
  const chip = page.getByRole('link', { name: message })
  await chip.waitFor()
  const keysOfDays = await cells.evaluateAll(all => all.map(each => each.dataset['day']))
  const today = keysOfDays.indexOf(
    await page.locator('[data-day][aria-selected=true]').getAttribute('data-day').then(String),
  )
  const on = (day: number) =>
    page.locator(`[data-day="${keysOfDays[today + day]}"]`).getByRole('link', { name: message })
  const moved = page.getByText(/^Moved to/)

  await keys.to(page.locator('[data-day][aria-selected=true] button').first())
  await keys.strike(...Array.from({ length: days }, () => 'ArrowRight'), 'F2')
  await keys.expectAt(on(days))
  await keys.strike('Shift+ArrowRight')
  await keys.expectAt(on(days + 1))
  await expectAccessible('a post that was moved')
  await moved.waitFor()
  await keys.strike('z')
  await keys.expectAt(on(days))
  await moved.waitFor()
  await dismissToasts(page)

  await keys.strike('Shift+ArrowRight')
  await moved.waitFor()
  await keys.strike('Escape', 'PageDown', 'PageDown')
  await chip.waitFor({ state: 'detached' })
  await keys.strike('z')
  await keys.expectAt(on(days))
}

/** Removes toasts, so that a later one with the same text is distinguishable. */
async function dismissToasts(page: Page) {
  const toasts = page.getByRole('button', { name: 'Dismiss' })
  while ((await toasts.count()) > 0) await toasts.first().evaluate(each => (each as HTMLElement).click())
}
