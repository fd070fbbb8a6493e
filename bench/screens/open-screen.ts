import type { Browser, CDPSession, Page } from 'playwright-core'

import { VIEWPORTS } from '../../e2e/visitor.ts'

const SECOND_MS = 1000

type Moments = { shownMs?: number }

/**
 * Opens a screen in a browser that has nothing of it yet.
 * @returns when what is looked for was there and painted, from the beginning of the navigation, and what the page's own
 * thread had to compute until then
 */
export async function openScreen(browser: Browser, url: string, token: string, lookedFor: string) {
  const context = await browser.newContext({ viewport: VIEWPORTS.desktop, locale: 'en-AU' })
  const page = await context.newPage()
  await page.addInitScript(
    ({ token, lookedFor }) => {
      localStorage.setItem('token', token)
      const moments: Moments = {}
      Object.assign(globalThis, { moments })
      const observer = new MutationObserver(() => {
        if (!document.querySelector(lookedFor)) return
        observer.disconnect()
        requestAnimationFrame(() => setTimeout(() => (moments.shownMs = performance.now())))
      })
      observer.observe(document, { childList: true, subtree: true })
    },
    { token, lookedFor },
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
    computedMs: (await metric(devtools, 'TaskDuration')) * SECOND_MS,
    close: () => context.close(),
  }
}

export async function metric(devtools: CDPSession, wanted: string): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === wanted)?.value ?? 0
}

/** From a click until what it leads to is painted. */
export const untilAnswered = (page: Page, clicked: string, lookedFor: string) =>
  page.evaluate(
    ([clicked, lookedFor]) =>
      new Promise<number>(resolve => {
        const begun = performance.now()
        const observer = new MutationObserver(() => {
          if (!document.querySelector(lookedFor!)) return
          observer.disconnect()
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)))
        })
        observer.observe(document, { childList: true, subtree: true, attributes: true })
        document.querySelector<HTMLElement>(clicked!)?.click()
      }),
    [clicked, lookedFor],
  )
