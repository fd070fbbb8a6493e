import type { Browser, CDPSession, Page } from 'playwright-core'

import { ZONE } from '../../e2e/melbourne.ts'
import { VIEWPORTS } from '../../e2e/visitor.ts'

const SECOND_MS = 1000

type Moments = { shownMs?: number }

/**
 * Opens a screen in a fresh browser context.
 * @returns milliseconds from the start of the navigation until `awaited` is painted, and the main thread's processor
 * time until then
 */
export async function openScreen(browser: Browser, url: string, token: string, awaited: string) {
  const device = { viewport: VIEWPORTS.desktop, locale: 'en-AU', timezoneId: ZONE }
  const context = await browser.newContext(device)
  const page = await context.newPage()
  await page.addInitScript(
    ({ token, awaited }) => {
      localStorage.setItem('token', token)
      const moments: Moments = {}
      Object.assign(globalThis, { moments })
      const observer = new MutationObserver(() => {
        if (!document.querySelector(awaited)) return
        observer.disconnect()
        requestAnimationFrame(() => setTimeout(() => (moments.shownMs = performance.now())))
      })
      observer.observe(document, { childList: true, subtree: true })
    },
    { token, awaited },
  )
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto(url)
  const shown = await page.waitForFunction(
    () => (globalThis as unknown as { moments: Moments }).moments.shownMs,
  )
  return {
    page,
    devtools,
    shownMs: (await shown.jsonValue()) ?? 0,
    processorMs: (await metric(devtools, 'TaskDuration')) * SECOND_MS,
    close: () => context.close(),
  }
}

/** Returns a metric of Chrome’s Performance domain: durations in seconds, sizes in bytes. */
export async function metric(devtools: CDPSession, wanted: string): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === wanted)?.value ?? 0
}

/** Measures from a click until its result is painted, in milliseconds. */
export const timeClick = (page: Page, clicked: string, awaited: string) =>
  page.evaluate(
    ([clicked, awaited]) =>
      new Promise<number>(resolve => {
        const begun = performance.now()
        const observer = new MutationObserver(() => {
          if (!document.querySelector(awaited!)) return
          observer.disconnect()
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)))
        })
        observer.observe(document, { childList: true, subtree: true, attributes: true })
        document.querySelector<HTMLElement>(clicked!)?.click()
      }),
    [clicked, awaited],
  )
