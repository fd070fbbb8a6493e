import { expect } from 'bun:test'
import type { Page } from 'playwright-core'

import { inputFile, picture } from '../pictures.ts'
import type { Visitor } from '../visitor.ts'
import { type WatchedKeyboard, watchedKeyboard } from './keys.ts'

/** Writes a post with three pictures and schedules it into a slot, undoes that, and schedules it again. */
export async function composeByKeyboard({ page, expectAccessible }: Visitor, message: string) {
  const keys = watchedKeyboard(page)
  const box = page.getByRole('textbox', { name: 'Message', exact: true })
  const facebook = page.getByRole('textbox', { name: 'Message for Facebook' })
  const sent = page.locator('#sent-post')
  const line = page.getByText(/^Scheduled for .* on Facebook, Instagram and Google/)

  await keys.strike('c')
  await page.getByRole('switch', { name: 'Instagram' }).waitFor()
  await keys.expectAt(box)
  // Letters that miss the message aren't shortcuts.
  await page.getByRole('heading', { level: 1, name: 'Create Social Post' }).focus()
  await keys.strike('g', 'o', 'c')
  await keys.expectAt(page.getByRole('heading', { level: 1, name: 'Create Social Post' }))
  await box.focus()
  await page.keyboard.insertText(message)
  await addPictures(page, keys)
  await writeForEach(page, keys)
  await expectAccessible('a post with pictures and a text for each network')

  await keys.press(page.getByRole('button', { name: 'Next free slot' }), 'Space')
  await keys.strike('ControlOrMeta+Enter')
  await line.waitFor()
  await keys.expectAt(sent)

  // There Z undoes the sending, and every other character begins the next post.
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await keys.strike('z')
  await line.waitFor({ state: 'detached' })
  await keys.expectAt(facebook)
  await keys.strike('ControlOrMeta+Enter')
  await line.waitFor()
  await keys.expectAt(sent)
  await keys.strike('N')
  await keys.expectAt(box)
  await keys.strike('Backspace')
}

async function addPictures(page: Page, keys: WatchedKeyboard) {
  const button = (name: string) => page.getByRole('button', { name })
  const names = ['tap.jpg', 'pat.jpg', 'van.jpg']
  const files = await Promise.all(names.map((name, index) => picture(name, 80 * index)))
  const chooser = page.waitForEvent('filechooser')
  await keys.press(page.getByLabel('Add pictures or a video'))
  await (await chooser).setFiles(await Promise.all(files.map(inputFile)))

  await keys.press(button('Alt text of tap.jpg'))
  await keys.expectAt(page.getByRole('textbox', { name: 'Alt text of tap.jpg' }))
  await page.keyboard.insertText('A tap that no longer drips')
  await keys.strike('Enter')
  await keys.expectAt(button('Alt text of tap.jpg'))
  await keys.strike('ArrowRight', 'ArrowRight')
  await keys.expectAt(button('Alt text of tap.jpg'))
  const order = page.getByRole('list', { name: 'Files' }).locator('[title$=jpg]')
  expect(await order.evaluateAll(all => all.map(each => each.getAttribute('title')))).toEqual([
    'pat.jpg',
    'van.jpg',
    'tap.jpg',
  ])

  await keys.press(button('Crop tap.jpg'))
  await keys.expectAt(page.getByRole('slider', { name: 'Zoom' }))
  await keys.strike('ArrowRight', 'ArrowRight')
  await keys.press(button('Use this crop'))
  await keys.expectAt(button('Crop tap.jpg'))
  await keys.press(button('Remove van.jpg'))
  await keys.expectAt(button('Remove tap.jpg'))
}

async function writeForEach(page: Page, keys: WatchedKeyboard) {
  await keys.press(page.getByRole('switch', { name: 'Same message for all platforms' }), 'Space')
  await keys.to(page.getByRole('textbox', { name: 'Message for Instagram' }))
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.insertText(' #taps')
}
