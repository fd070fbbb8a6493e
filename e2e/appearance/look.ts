import axe from 'axe-core'
import type { Page } from 'playwright-core'

import { VIEWPORTS, type Viewport } from '../visitor.ts'

/** Colours depend on the theme, and where things stand on the width: two looks see all of both. */
const LOOKS: [Viewport, 'light' | 'dark'][] = [
  ['phone', 'dark'],
  ['desktop', 'light'],
]

/** What is wrong with a screen as it stands, or with the dialog above it: on a phone in the dark and on a desktop in the light. */
export async function look(page: Page, what: string, on: Viewport[] = ['phone', 'desktop']) {
  const wrong: string[] = []
  const say = (where: string, found: string[]) =>
    wrong.push(...found.map(words => `${what}, ${where}: ${words}`))
  for (const [viewport, colorScheme] of LOOKS.filter(([viewport]) => on.includes(viewport))) {
    await page.setViewportSize(VIEWPORTS[viewport])
    await page.emulateMedia({ colorScheme })
    say(`${viewport}, ${colorScheme}`, [...(await violations(page)), ...(await widths(page))])
  }
  return wrong
}

async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { axe: checker } = window as unknown as { axe: typeof axe }
    // What an open panel covers in part is no target meanwhile.
    const isCovered = document.querySelector('[aria-expanded=true]') !== null
    const found = await checker.run([...document.querySelectorAll('dialog:modal')].at(-1) ?? document, {
      resultTypes: ['violations'],
      rules: { 'target-size': { enabled: !isCovered } },
    })
    return found.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    )
  })
}

/** A desk at 200 % zoom. */
const ZOOMED = { width: 640, height: 450 }

/** What is too wide for a desk at 200 % zoom. */
export async function lookZoomed(page: Page, what: string) {
  await page.setViewportSize(ZOOMED)
  return (await widths(page)).map(words => `${what}, zoomed: ${words}`)
}

/** Nothing may need scrolling sideways to be read. */
const widths = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('dialog:modal, dialog:modal .modal-box')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ tagName, scrollWidth, clientWidth }) => `${tagName} is ${scrollWidth} wide in ${clientWidth}`),
  )
