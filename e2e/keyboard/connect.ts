import type { Locator, Page } from 'playwright-core'

import type { Visitor } from '../visitor.ts'
import { keyboard, watchedKeyboard } from './keys.ts'

/** Adds a business and connects every network, with two Pages and two locations to choose from. */
export async function connectByKeyboard({ page, popUp, expectAccessible }: Visitor) {
  const keys = watchedKeyboard(page)
  const heading = page.getByRole('heading', { level: 1 })
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  await keys.expectAt(page.getByRole('textbox', { name: 'Name *' }))
  await page.keyboard.insertText('Pat’s Plumbing')
  await keys.strike('Enter')
  await keys.expectAt(button('Connect all three'))

  await keys.press(page.getByRole('link', { name: 'Connect one in Social Hub' }))
  await keys.expectAt(heading.filter({ hasText: 'Social Hub' }))

  await consent(await popUp(() => pressThere(button('Connect Facebook'))))
  await chooseFirst('Connect Page')
  await keys.expectAt(button('Disconnect Facebook'))

  await consent(await popUp(() => pressThere(button('Connect Instagram'))))
  await keys.expectAt(button('Disconnect Instagram'))

  await pressThere(button('Connect Google Business Profile'))
  await keyboard(page).press(continueButton(page))
  await chooseFirst('Connect location')
  await keys.expectAt(heading)
  await expectAccessible('all networks connected')

  /** The network's page replaces ours or opens in front of it, so there is no focus to expect. */
  async function pressThere(target: Locator) {
    await keys.to(target)
    await page.keyboard.press('Enter')
  }

  async function chooseFirst(confirm: string) {
    const choice = page.getByRole('dialog')
    await keys.expectAt(choice.getByRole('radio').first())
    await keys.strike('Space')
    await keys.press(choice.getByRole('button', { name: confirm }))
  }
}

const continueButton = (page: Page) => page.getByRole('button', { name: /^Continue as/ }).first()

/** Consents in the network's own window, which closes by itself. */
async function consent(dialog: Page) {
  const closed = dialog.waitForEvent('close')
  await keyboard(dialog).to(continueButton(dialog))
  // The window may close before the key is released.
  await dialog.keyboard.down('Enter')
  await closed
}
