import type { Visitor } from '../visitor.ts'
import { watchedKeyboard } from './keys.ts'

/** Selects two scheduled posts, cancels them and undoes that. */
export async function cancelByKeyboard({ page, expectAccessible }: Visitor, messages: readonly string[]) {
  const keys = watchedKeyboard(page)
  const heading = page.getByRole('heading', { level: 1, name: 'Manage Social Posts' })
  const box = (message: string) => page.getByRole('checkbox', { name: `Select ${message}` })
  const [first, second] = messages.map(box)
  if (!first || !second) throw new Error('Two posts are needed')

  await keys.strike('g', 'p')
  await keys.expectAt(heading)
  await keys.to(page.getByRole('tab', { selected: true }))
  await keys.strike('ArrowLeft', 'ArrowRight')
  await keys.expectAt(page.getByRole('tab', { name: /^Planned/ }))
  await keys.press(first, 'Space')
  await keys.strike('ArrowDown', 'Space')
  await keys.expectAt(second)
  const bar = page.getByRole('region', { name: 'Selected posts' })
  await bar.waitFor()
  await keys.strike('b')
  await keys.expectAt(bar.getByRole('button', { name: 'Move…' }))
  await expectAccessible('two selected posts')
  await keys.press(bar.getByRole('button', { name: 'Cancel posts', exact: true }))
  await keys.expectAt(heading)
  await first.waitFor({ state: 'detached' })

  await page.getByText('2 posts cancelled.').waitFor()
  await keys.press(page.getByRole('button', { name: 'Undo' }).last())
  await keys.expectAt(heading)
  await second.waitFor()
}
