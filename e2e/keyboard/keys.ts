import type { Locator, Page } from 'playwright-core'

import { eventually } from '../eventually.ts'
import { focusProblem, LOST } from './focus.ts'

const MAX_TABS = 80
const SETTLES_WITHIN_MS = 5000

/** Operates a page by keyboard alone. `onStop` runs at each stop on the way to a target. */
export function keyboard({ keyboard: keys }: Page, onStop?: () => Promise<void>) {
  /** Resolves the target once, because a lookup by role computes the name of every element. */
  async function to(target: Locator, key = 'Tab') {
    let element = await target.elementHandle()
    for (let tabs = 0; tabs < MAX_TABS; tabs++) {
      const isFocused = await element?.evaluate(node =>
        node.isConnected ? node === document.activeElement : undefined,
      )
      if (isFocused) return
      if (isFocused === undefined) element = await target.elementHandle()
      else {
        await keys.press(key)
        await onStop?.()
      }
    }
    throw new Error(`${key} does not lead to ${String(target)}`)
  }
  return {
    to,
    async press(target: Locator, key = 'Enter') {
      await to(target)
      await keys.press(key)
    },
    async write(target: Locator, text: string) {
      await to(target)
      await keys.press('ControlOrMeta+A')
      await keys.insertText(text)
    },
  }
}
export type Keyboard = ReturnType<typeof keyboard>

/** Like `keyboard`, but fails when the focus is lost, covered or invisible after a key. */
export function watchedKeyboard(page: Page) {
  async function expectFocus(after: string, mayLeave = false) {
    let problem: string | undefined
    const probe = async () => {
      problem = await page.evaluate(focusProblem)
      return problem === undefined || (mayLeave && problem === LOST)
    }
    await eventually('a visible focus', probe, SETTLES_WITHIN_MS).catch((error: unknown) => {
      throw new Error(`After ${after}, ${problem}`, { cause: error })
    })
    return problem
  }
  // Tab leaves the page after its last element.
  const { to, press, write } = keyboard(page, async () => void (await expectFocus('Tab', true)))

  return {
    to,
    write,
    async press(target: Locator, key = 'Enter') {
      await press(target, key)
      await expectFocus(`${key} on ${String(target)}`)
    },
    /** Presses keys where the focus is. */
    async strike(...keys: string[]) {
      for (const key of keys) {
        await page.keyboard.press(key)
        await expectFocus(key)
      }
    },
    /** Expects the focus on an element, however late it arrives. */
    async expectAt(target: Locator) {
      await target.and(page.locator(':focus')).waitFor()
      await expectFocus(`reaching ${String(target)}`)
    },
    /** Goes to every stop of the page. @returns their number */
    async tour() {
      for (let ends = 0, stops = 0; ;) {
        await page.keyboard.press('Tab')
        const isEnd = (await expectFocus('Tab', true)) === LOST
        if (isEnd && ++ends === 2) return stops
        if (ends === 1) stops++
      }
    },
  }
}
export type WatchedKeyboard = ReturnType<typeof watchedKeyboard>
