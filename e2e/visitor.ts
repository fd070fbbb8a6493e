import { expect } from 'bun:test'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

import { withoutFeatures } from '#api/audits/browser-flags.ts'
import { ensurePrograms, findHeadlessShell } from '../commands/verify/programs.ts'
import { violations } from './axe.ts'
import { isWhole } from './faults/selection.ts'
import { ZONE } from './melbourne.ts'

export const VIEWPORTS = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
} as const
export type Viewport = keyof typeof VIEWPORTS

/** True if every screen is inspected on each device and in each theme, which takes minutes. */
export const EVERY_APPEARANCE = process.env['APPEARANCES'] === 'all'

type Device = [viewport: Viewport, colorScheme: 'light' | 'dark']

/** Runs a journey on one device, because the appearance tables inspect its screens on both. `APPEARANCES=all` uses both. */
export const devices = (first: Viewport): Device[] => {
  const both: Device[] = [
    ['phone', 'dark'],
    ['desktop', 'light'],
  ]
  return EVERY_APPEARANCE ? both : both.filter(([viewport]) => viewport === first)
}

/** Features that Playwright disables by a switch, which ours replaces. */
const DISABLED_BY_PLAYWRIGHT = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/** A journey's page lives for seconds, so an optimising compiler or a spare process doesn't pay off. */
const SHORT_LIVED = ['--in-process-gpu', '--js-flags=--no-opt,--no-maglev']
const IN_RESERVE = 'SpareRendererForSitePerProcess'

let running: Browser | undefined

/** Returns the browser that the files of this process share, because each start takes seconds. It ends with the process. */
export async function openBrowser(): Promise<Browser> {
  if (running?.isConnected()) return running
  running = await chromium.launch({
    executablePath: findHeadlessShell() ?? (await ensurePrograms()),
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      ...SHORT_LIVED,
      withoutFeatures([...DISABLED_BY_PLAYWRIGHT, IN_RESERVE]),
    ],
  })
  return running
}

/** Closes the pages of a file, with their cookies and storage. */
export const closePages = async (browser?: Browser) =>
  Promise.all((browser?.contexts() ?? []).map(context => context.close()))

/** A visitor's device, theme and session. */
export type VisitorOptions = { viewport: Viewport; colorScheme?: 'light' | 'dark'; session?: string }

/** Long enough for a busy machine, so that a journey only ends if something never happens. */
const STEP_TIMEOUT_MS = 120_000

const DELAYS_MS = { '**/_astro/*.js': 700, '**/api/**': 300 }

/** Delays scripts and responses, so that a journey fails if it presses a key before its handler or its data has loaded. */
async function delayLoading(context: BrowserContext) {
  for (const [urls, delayMs] of Object.entries(DELAYS_MS))
    await context.route(urls, async route => {
      await Bun.sleep(delayMs)
      await route.continue().catch(() => undefined)
    })
}

/**
 * Runs in the page. Keeps each toast open as a pointer over it does, because a busy machine may need longer than its duration
 * to find it.
 */
function holdToasts() {
  const TOASTS = '[popover][role=status] > *'
  const held = new WeakSet<Element>()
  function hold(toast: Element) {
    held.add(toast)
    toast.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
  }
  new MutationObserver(() => {
    for (const toast of document.querySelectorAll(TOASTS)) if (!held.has(toast)) hold(toast)
  }).observe(document, { childList: true, subtree: true })
  // Both release a toast.
  for (const type of ['pointerout', 'focusout'])
    addEventListener(type, ({ target }) => {
      const toast = target instanceof Element && target.closest(TOASTS)
      if (toast) hold(toast)
    })
}

/** Opens a browser for a visitor and records every fault in it. */
export async function newVisitor(browser: Browser, origin: string, arrival: VisitorOptions) {
  const { viewport, colorScheme = 'light', session } = arrival
  const context = await browser.newContext({
    viewport: VIEWPORTS[viewport],
    hasTouch: viewport === 'phone',
    colorScheme,
    ...(session && {
      storageState: { cookies: [], origins: [{ origin, localStorage: [{ name: 'token', value: session }] }] },
    }),
    reducedMotion: 'reduce',
    timezoneId: ZONE,
    locale: 'en-AU',
  })
  context.setDefaultTimeout(STEP_TIMEOUT_MS)
  await context.addInitScript(holdToasts)
  if (isWhole) await delayLoading(context)
  const faults: string[] = []
  watch(context, faults)
  const page = await context.newPage()

  return {
    page,
    /** Faults reported by console, scripts and network. */
    faults,
    /** Expects no axe violation on the current screen. `what` names it in a failure. */
    async expectAccessible(what: string, on: Page = page) {
      // Finishes colour transitions, because axe needs the final colours.
      await on.evaluate(async () => {
        const moving = document
          .getAnimations()
          .filter(
            ({ playState, effect }) =>
              playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
          )
        await Promise.allSettled(moving.map(({ finished }) => finished))
      })
      expect({ screen: what, violations: await violations(on) }).toEqual({ screen: what, violations: [] })
    },
    /** Opens the pop-up of an action and returns it once it shows its page. */
    async popUp(action: () => Promise<void>): Promise<Page> {
      const [opened] = await Promise.all([context.waitForEvent('page'), action()])
      await opened.waitForLoadState()
      return opened
    },
    leave: () => context.close(),
  }
}
export type Visitor = Awaited<ReturnType<typeof newVisitor>>

function watch(context: BrowserContext, faults: string[]) {
  context.on('console', message => {
    if (['error', 'warning'].includes(message.type()))
      faults.push(`console ${message.type()}: ${message.text()}`)
  })
  context.on('weberror', error => void faults.push(`script: ${error.error().message}`))
  context.on('response', response => {
    if (response.status() >= 400)
      faults.push(`${response.status()} ${response.request().method()} ${response.url()}`)
  })
  context.on('requestfailed', request => {
    const why = request.failure()?.errorText
    // Leaving a page aborts its event stream.
    if (why !== 'net::ERR_ABORTED') faults.push(`${why} ${request.method()} ${request.url()}`)
  })
}
