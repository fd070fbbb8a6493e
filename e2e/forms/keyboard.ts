import type { Locator, Page } from 'playwright-core'

const MAX_TABS = 80

/** Uses a page by keyboard alone. */
export function keyboard({ keyboard: keys }: Page) {
  async function to(target: Locator) {
    for (let tabs = 0; tabs < MAX_TABS; tabs++) {
      if (await target.evaluate(element => element === document.activeElement)) return
      await keys.press('Tab')
    }
    throw new Error(`Tab does not lead to ${String(target)}`)
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
