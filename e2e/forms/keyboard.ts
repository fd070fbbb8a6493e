import type { Locator, Page } from 'playwright-core'

const MAX_TABS = 80

/** Operates a page by keyboard alone. */
export function keyboard({ keyboard: keys }: Page) {
  /** Resolves the target once, because a lookup by role computes the name of every element. */
  async function to(target: Locator) {
    let element = await target.elementHandle()
    for (let tabs = 0; tabs < MAX_TABS; tabs++) {
      const isFocused = await element?.evaluate(node =>
        node.isConnected ? node === document.activeElement : undefined,
      )
      if (isFocused) return
      if (isFocused === undefined) element = await target.elementHandle()
      else await keys.press('Tab')
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
