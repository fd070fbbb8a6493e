import { expect } from 'bun:test'
import type { Locator, Page } from 'playwright-core'

import { dayOf } from '../melbourne.ts'
import type { Visitor } from '../visitor.ts'
import { type WatchedKeyboard, watchedKeyboard } from './keys.ts'

/** A window of 1280 × 900 pixels at 200 % and 400 % zoom. */
export const ZOOMED = [
  { zoom: '200 %', width: 640, height: 450 },
  { zoom: '400 %', width: 320, height: 225 },
] as const

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

type Screen = { path: string; ready: (page: Page) => Locator; prepare?: (page: Page) => Promise<void> }

/** Screens of a client whose only post is due at `due`. */
const screensWith = (due: Date): Screen[] => [
  { path: '', ready: page => page.getByRole('link', { name: 'All planned posts' }) },
  {
    path: `/calendar?on=${dayOf(due)}`,
    ready: page => page.getByRole('gridcell', { name: /, 1 post$/ }).first(),
  },
  {
    path: '/view-post?tab=scheduled',
    ready: page => page.getByRole('checkbox', { name: /^Select Hot water/ }).first(),
    prepare: selectPost,
  },
  { path: '/settings', ready: page => page.getByRole('link', { name: 'Account Management' }) },
  {
    path: '/settings#account',
    ready: page => page.getByRole('button', { name: 'Request Account Deletion' }),
  },
]

const MAX_BAR_HEIGHT = 70

/** Selects a post, whose actions take one row. */
async function selectPost(page: Page) {
  await page
    .getByRole('checkbox', { name: /^Select Hot water/ })
    .first()
    .check()
  const bar = page.getByRole('region', { name: 'Selected posts' })
  expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(MAX_BAR_HEIGHT)
}

/** Moves the focus through zoomed screens in forced colours, and expects it to be in view and uncovered everywhere. */
export async function tourZoomed(visitor: Visitor, url: string, due: Date) {
  const { page } = visitor
  const keys = watchedKeyboard(page)
  await page.emulateMedia({ forcedColors: 'active' })
  for (const { path, ready, prepare } of screensWith(due)) {
    await page.goto(`${url}/dashboard${path}`)
    await ready(page).waitFor()
    await prepare?.(page)
    await keys.tour()
    await expectAccessible(visitor, path)
  }
  const more = button(page, 'More')
  await keys.press(more)
  await keys.to(page.getByRole('button', { name: 'Logout' }))
  await keys.strike('Escape')
  await keys.expectAt(more)
  await composeZoomed(page, keys, url)
  await expectAccessible(visitor, '/create-post')
}

/** Inspects the screen in its own colours, because axe can't compute forced ones. */
async function expectAccessible({ page, ...visitor }: Visitor, path: string) {
  await page.emulateMedia({ forcedColors: 'none' })
  await visitor.expectAccessible(`zoomed: ${path}`)
  await page.emulateMedia({ forcedColors: 'active' })
}

/** Writes more lines than the window has, and leaves a panel that would cover what follows. */
async function composeZoomed(page: Page, keys: WatchedKeyboard, url: string) {
  await page.goto(`${url}/dashboard/create-post`)
  await page.getByRole('switch', { name: 'Facebook' }).waitFor()
  const message = page.getByRole('textbox', { name: 'Message', exact: true })
  await keys.to(message)
  for (let line = 1; line <= 12; line++) {
    await page.keyboard.type(`Line ${line}`)
    await keys.strike('Enter')
  }
  expect(await message.evaluate(isEndSeen)).toBe(true)

  await keys.press(button(page, 'Emoji'))
  await keys.expectAt(page.getByRole('searchbox', { name: 'Search emoji' }))
  await button(page, 'grinning face').waitFor()
  await keys.to(button(page, 'Choose from media'))
  await keys.tour()
}

/** Runs in the page. Returns true if nothing covers the lower end of the element. */
function isEndSeen(element: Element): boolean {
  const { left, width, bottom } = element.getBoundingClientRect()
  return document.elementFromPoint(left + width / 2, bottom - 4) === element
}
