import { expect } from 'bun:test'

import type { Visitor } from '../visitor.ts'
import { watchedKeyboard } from './keys.ts'

/** Goes through the files of the library, which is one stop for Tab, and opens one. */
export async function browseByKeyboard({ page }: Visitor) {
  const keys = watchedKeyboard(page)
  const tiles = page.getByRole('list', { name: 'Files' }).getByRole('button')
  await keys.strike('g', 'm')
  await keys.expectAt(page.getByRole('heading', { level: 1, name: 'Media' }))
  await tiles.nth(2).waitFor()
  await keys.to(page.getByLabel('Order', { exact: true }))
  await keys.strike('Tab')
  await keys.expectAt(tiles.first())
  await keys.strike('ArrowRight', 'End', 'Home', 'ArrowRight')
  await keys.expectAt(tiles.nth(1))
  await keys.strike('Enter')
  await page.getByRole('dialog').waitFor()
  await keys.strike('Escape')
  await keys.expectAt(tiles.nth(1))
  await page.keyboard.press('Tab')
  expect(await tiles.and(page.locator(':focus')).count()).toBe(0)
  await keys.to(tiles.nth(1), 'Shift+Tab')
}
