import type { Page } from 'playwright-core'

import type { SandboxClient } from '../sandbox-client.ts'
import type { Viewport } from '../visitor.ts'
import { inspect, inspectZoomed, nextTurn } from './inspection.ts'
import { go, type Open, ERROR_RESPONSE, type Step, type Steps } from './steps.ts'

export type Screen = {
  heading: string
  path: string
  /** Further states and dialogs, in this order. */
  steps?: Steps
}

/** A page, and the client of the sandbox. */
export type Scene = { page: Page; world: SandboxClient }

/** Calls of the layout around every screen. */
const FRAME_CALLS = /users\/getUserInfo|\/events|notifications\/counts/
/** Timers of at least this duration never fire, because they remove notices. */
const MIN_HELD_MS = 3000

/** Keeps notices on the screen until they are inspected. */
export const holdNotices = (page: Page) =>
  page.addInitScript(longest => {
    const later = globalThis.setTimeout
    const held = (run: () => void, after?: number, ...more: []) =>
      later(run, after !== undefined && after >= longest ? 2 ** 31 - 1 : after, ...more)
    globalThis.setTimeout = held as unknown as typeof setTimeout
  }, MIN_HELD_MS)

/** Navigates to a screen of the dashboard. */
export async function openScreen({ page, world }: Scene, { path, heading }: Screen) {
  await go(path)(page, world)
  await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
}

const untilSettled = (page: Page) =>
  page.waitForFunction(() => !document.querySelector('main :is(.skeleton, [aria-busy=true])'))

/** Inspects a screen once it is ready, and each of its steps. */
export async function inspectScreen(scene: Scene, screen: Screen, ready?: Viewport[]): Promise<string[]> {
  const { page } = scene
  const { heading, steps = {} } = screen
  await labelErrors(`${heading} at ${screen.path}`, async () => {
    await openScreen(scene, screen)
    await untilSettled(page)
  })
  const problems = await inspectZoomed(page, heading)
  problems.push(...(await inspect(page, `${heading}: ready`, ready)))
  for (const [name, step] of Object.entries(steps))
    problems.push(...(await takeStep(scene, `${heading}: ${name}`, step)))
  return problems
}

/** Takes one step and inspects the result, unless `isPassed`. */
export async function takeStep({ page, world }: Scene, label: string, step: Open | Step, isPassed = false) {
  const { open, is } = typeof step === 'function' ? { open: step, is: 'state' } : step
  await labelErrors(label, async () => {
    await open(page, world)
    if (is === 'state') await untilSettled(page)
  })
  const problems = isPassed ? [] : await inspect(page, label, nextTurn())
  await dismissNotices(page)
  return is === 'above' ? [...problems, ...(await close(page, label))] : problems
}

/** Adds the step's name to errors. */
async function labelErrors(label: string, action: () => Promise<void>) {
  try {
    await action()
  } catch (error) {
    throw new Error(`${label}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

const dismissNotices = (page: Page) =>
  page.evaluate(() => {
    for (const dismiss of document.querySelectorAll<HTMLElement>('[popover] [aria-label=Dismiss]'))
      dismiss.click()
  })

/** Expects each Escape to close what is above the screen, and the last to restore the focus. */
async function close(page: Page, label: string): Promise<string[]> {
  for (let above = await countAbove(page); above > 0; above = await countAbove(page)) {
    await page.keyboard.press('Escape')
    await page.waitForFunction(([selector, before]) => document.querySelectorAll(selector).length < before, [
      ABOVE,
      above,
    ] as const)
  }
  const isLost = await page.evaluate(() => document.activeElement === document.body)
  return isLost ? [`${label}: the focus is lost when it closes`] : []
}

const ABOVE = 'dialog:modal, [role=dialog]:popover-open, [aria-expanded=true]'

const countAbove = (page: Page) =>
  page.evaluate(selector => document.querySelectorAll(selector).length, ABOVE)

/** Inspects a screen that opens while the api doesn't respond, and again after the api has failed every call. */
export async function inspectFailure(page: Page, origin: string, screen: Screen): Promise<string[]> {
  const held = Promise.withResolvers<void>()
  await page.route('**/api/**', async route => {
    if (FRAME_CALLS.test(route.request().url())) return route.continue()
    await held.promise
    return route.fulfill(ERROR_RESPONSE)
  })
  await page.goto(origin + screen.path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const problems = await inspect(page, `${screen.heading}: loading`, ['desktop'])
  held.resolve()
  await untilSettled(page)
  problems.push(...(await inspect(page, `${screen.heading}: failed`, ['phone'])))
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  return problems
}
