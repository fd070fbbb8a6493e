import type { Page } from 'playwright-core'

import { violations } from '../axe.ts'
import { eventually } from '../eventually.ts'
import { EVERY_APPEARANCE, VIEWPORTS, type Viewport } from '../visitor.ts'

type Appearance = [Viewport, 'light' | 'dark']

/** Two combinations suffice, because colours depend only on the theme and layout on the width. `APPEARANCES=all` inspects every one. */
const APPEARANCES: Appearance[] = EVERY_APPEARANCE
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

/** Numbers of inspected states, and of their inspections in all combinations. */
export const counts = { states: 0, inspections: 0 }

/** Returns problems of the current screen or of the dialog above it. */
export async function inspect(page: Page, label: string, on: Viewport[] = ['phone', 'desktop']) {
  const problems: string[] = []
  counts.states++
  for (const [viewport, colorScheme] of APPEARANCES.filter(
    ([viewport]) => EVERY_APPEARANCE || on.includes(viewport),
  )) {
    await page.setViewportSize(VIEWPORTS[viewport])
    await page.emulateMedia({ colorScheme })
    problems.push(...(await inspectCurrent(page, `${label}, ${viewport}, ${colorScheme}`)))
  }
  await page.setViewportSize(VIEWPORTS.desktop)
  return problems
}

/** Returns problems of the screen in its current size and theme. */
export async function inspectCurrent(page: Page, label: string) {
  counts.inspections++
  const found = [...(await misfits(page)), ...(await violations(page)), ...(await motions(page))]
  return found.map(problem => `${label}: ${problem}`)
}

const SETTLES_WITHIN_MS = 5000

/** Returns the elements that don't fit. Retries, because a screen may render in two steps after a resize. */
async function misfits(page: Page): Promise<string[]> {
  let found: string[] = []
  const probe = async () => (found = [...(await widths(page)), ...(await cells(page))]).length === 0
  await eventually('a screen that fits', probe, SETTLES_WITHIN_MS).catch(() => undefined)
  return found
}

let turns = 0
const TURNS: Viewport[][] = [['phone'], ['desktop']]

/** Alternates between phone in dark and desktop in light. */
export const nextTurn = () => TURNS[turns++ % TURNS.length]!

/** Returns elements that move despite `prefers-reduced-motion`. */
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

/** A desktop at 200 % zoom. */
const ZOOMED = { width: 640, height: 450 }

/** Text size of people with low vision, in pixels. The default is 16. */
const LARGE_TEXT = 24

/** Returns elements that are too wide for a desktop at 200 % zoom, or for a phone with large text. */
export async function inspectZoomed(page: Page, label: string) {
  await page.setViewportSize(ZOOMED)
  const zoomed = await misfits(page)
  await page.setViewportSize(VIEWPORTS.phone)
  await setTextSize(page, LARGE_TEXT)
  const large = await misfits(page)
  await setTextSize(page, undefined)
  return [
    ...zoomed.map(problem => `${label}, zoomed: ${problem}`),
    ...large.map(problem => `${label}, large text: ${problem}`),
  ]
}

const setTextSize = (page: Page, pixels: number | undefined) =>
  page.evaluate(size => (document.documentElement.style.fontSize = size), pixels ? `${pixels}px` : '')

/** Widths of phones, tablets, laptops and a large screen. */
const WIDTHS = [320, 390, 768, 1024, 1180, 1280, 1366, 1440, 1920]

/** Returns the elements that don't fit at one of many widths. */
export async function inspectAtWidths(page: Page, label: string) {
  const problems: string[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    problems.push(...(await misfits(page)).map(problem => `${label}, ${width} wide: ${problem}`))
  }
  await page.setViewportSize(VIEWPORTS.desktop)
  return problems
}

/**
 * Returns elements that extend beyond their day of the calendar. Skips hours that aren't rendered: their height is stale after
 * a resize.
 */
const cells = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main [data-day]')].flatMap(cell => {
      const around = cell.getBoundingClientRect()
      return [...cell.querySelectorAll('*')]
        .filter(element => {
          const { left, right, bottom, width } = element.getBoundingClientRect()
          const isBeyond = left < around.left - 1 || right > around.right + 1 || bottom > around.bottom + 1
          const isRendered = element.checkVisibility({ contentVisibilityAuto: true })
          return width > 0 && isBeyond && isRendered && !element.closest('.sr-only')
        })
        .map(({ tagName, textContent }) => `${tagName} "${textContent}" is beyond its cell`)
    }),
  )

/** Returns elements that need horizontal scrolling. */
const widths = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('dialog:modal, dialog:modal .modal-box')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ tagName, scrollWidth, clientWidth }) => `${tagName} is ${scrollWidth} wide in ${clientWidth}`),
  )
