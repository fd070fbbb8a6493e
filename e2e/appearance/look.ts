import type { Page } from 'playwright-core'

import { violations } from '../axe.ts'
import { EVERY_LOOK, VIEWPORTS, type Viewport } from '../visitor.ts'

type Look = [Viewport, 'light' | 'dark']

/** Colours depend on the theme, and where things stand on the width: two looks see all of both. `LOOKS=all` sees all with each. */
const LOOKS: Look[] = EVERY_LOOK
  ? [
      ['phone', 'light'],
      ['phone', 'dark'],
      ['desktop', 'dark'],
      ['desktop', 'light'],
    ]
  : [
      ['phone', 'dark'],
      ['desktop', 'light'],
    ]

/** How many states were looked at, and how often. */
export const figures = { states: 0, looks: 0 }

/** What is wrong with a screen as it stands, or with the dialog above it. */
export async function look(page: Page, what: string, on: Viewport[] = ['phone', 'desktop']) {
  const wrong: string[] = []
  figures.states++
  for (const [viewport, colorScheme] of LOOKS.filter(([viewport]) => EVERY_LOOK || on.includes(viewport))) {
    figures.looks++
    await page.setViewportSize(VIEWPORTS[viewport])
    await page.emulateMedia({ colorScheme })
    const found = [...(await violations(page)), ...(await widths(page)), ...(await motions(page))]
    wrong.push(...found.map(words => `${what}, ${viewport}, ${colorScheme}: ${words}`))
  }
  await page.setViewportSize(VIEWPORTS.desktop)
  return wrong
}

let turns = 0
const TURNS: Viewport[][] = [['phone'], ['desktop']]

/** Where the next state is looked at: in turn on the phone in the dark and on the desktop in the light. */
export const nextTurn = () => TURNS[turns++ % TURNS.length]!

/** Nobody who asks for less motion sees any. */
const motions = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) > 10)
      .map(animation => {
        const { target } = animation.effect as KeyframeEffect
        return `moves: ${(animation as CSSAnimation).animationName} of ${target?.className}`
      }),
  )

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
