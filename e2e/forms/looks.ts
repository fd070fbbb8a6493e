import { expect } from 'bun:test'
import type { Locator, Page } from 'playwright-core'

/** Distance of toasts from the right and bottom edges of the window, in pixels. */
const TOAST_MARGIN = 16
/** Width that the page may reserve for its scroll bar. */
const SCROLL_BAR_PX = 16

/** Expects states of the public forms, as computed styles in the colours of the theme. */
export function checkStates(page: Page) {
  const styleOf = (element: Locator, property: string) =>
    element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property)
  /** Expects the theme's colour once all transitions have ended. */
  async function expectColour(element: Locator, property: string, variable: string) {
    const measure = () =>
      element.evaluate(
        async (node, [property, variable]) => {
          await Promise.allSettled(node.getAnimations({ subtree: true }).map(({ finished }) => finished))
          // A toast moves to the dialog that opens, as another element.
          if (!node.isConnected) return undefined
          const probe = document.body.appendChild(document.createElement('i'))
          probe.style.color = `var(${variable})`
          const wanted = getComputedStyle(probe).color
          probe.remove()
          return { shown: getComputedStyle(node).getPropertyValue(property), wanted }
        },
        [property, variable] as const,
      )
    let colours = await measure()
    while (!colours) colours = await measure()
    const { shown, wanted } = colours
    expect(`${String(element)} ${property}: ${shown}`).toBe(`${String(element)} ${property}: ${wanted}`)
  }
  /** Expects an icon of the size in pixels, beside the first line of the text. */
  async function expectIconInLine(line: Locator, icon: Locator, size: number) {
    const [around, drawn] = [(await line.boundingBox())!, (await icon.boundingBox())!]
    expect([drawn.width, drawn.height]).toEqual([size, size])
    expect(drawn.y - around.y).toBeGreaterThanOrEqual(0)
    expect(drawn.y + drawn.height - around.y).toBeLessThan(2 * size)
    expect(await styleOf(line, 'display')).toBe('flex')
    expect(await styleOf(icon, 'flex-shrink')).toBe('0')
  }

  return {
    styleOf,
    expectColour,
    /** Expects an error beside its field, which has a red border. */
    async fieldError(message: string, field?: Locator) {
      const error = page.getByRole('paragraph').filter({ hasText: message }).last()
      await error.waitFor()
      await expectColour(error, 'color', '--color-error')
      await expectIconInLine(error, error.locator('svg'), 14)
      if (field) await expectColour(field, 'border-top-color', '--color-error')
    },
    /** Expects an error of the form as a whole. */
    async formError(message: string) {
      const error = page.getByRole('alert').getByRole('paragraph').filter({ hasText: message }).first()
      await error.waitFor()
      await expectIconInLine(error, error.locator('svg'), 16)
      await expectColour(error.locator('svg'), 'color', '--color-error')
      expect(await isInWindow(error)).toBe(true)
      expect(await styleOf(error, 'border-top-style')).toBe('solid')
      expect(parseFloat(await styleOf(error, 'border-top-width'))).toBeGreaterThan(0)
    },
    /** Expects a toast at the bottom right, with an icon of its kind. */
    async toast(message: string, kind: 'error' | 'success') {
      const text = page.locator('[popover][role=status]').getByText(message, { exact: true })
      await text.waitFor()
      const card = page.locator('[popover][role=status] > *').filter({ hasText: message })
      await expectColour(card, 'background-color', '--raised')
      await expectColour(card.locator('svg').first(), 'color', `--color-${kind}`)
      const { right, bottom } = await card.evaluate(node => {
        const box = node.getBoundingClientRect()
        return { right: innerWidth - box.right, bottom: innerHeight - box.bottom }
      })
      expect(right).toBeGreaterThanOrEqual(TOAST_MARGIN)
      expect(right).toBeLessThanOrEqual(TOAST_MARGIN + SCROLL_BAR_PX)
      // Over a dialog, the toast is above the buttons instead.
      if (!(await page.evaluate(() => document.querySelector('dialog:modal'))))
        expect(bottom).toBe(TOAST_MARGIN)
    },
    /** Expects a busy button with a spinner. */
    async pending(button: Locator) {
      await button.and(page.locator('[aria-busy=true]')).waitFor()
      const spinner = button.locator('span').first()
      expect((await spinner.boundingBox())!.width).toBeGreaterThan(10)
      expect(await styleOf(spinner, 'mask-image')).not.toBe('none')
    },
  }
}

const isInWindow = (element: Locator) =>
  element.evaluate(node => {
    const { top, bottom } = node.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })
