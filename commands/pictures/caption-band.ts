import type { Browser } from 'playwright-core'

import { inks } from '#site/assets/inks.ts'
import { BAND_HEIGHT } from '#site/sections/home/approval.ts'

const FONT = import.meta.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2')

/** Returns a function that draws a caption in the site's font, on a band as wide as the film. */
export async function captionBand(browser: Browser, { width, scale }: { width: number; scale: number }) {
  const page = await browser.newPage({ viewport: { width, height: BAND_HEIGHT }, deviceScaleFactor: scale })
  const font = (await Bun.file(new URL(FONT)).bytes()).toBase64()
  await page.setContent(`<style>
    @font-face { font-family: Figtree; src: url(data:font/woff2;base64,${font}); font-weight: 400 700 }
    body { margin: 0; height: 100vh; box-sizing: border-box; padding: 0 24px; display: grid; align-items: center;
      background: ${inks.ink}; color: ${inks.paper}; font: 600 23px/1.25 Figtree; text-wrap: balance }
  </style><body><p></p>`)
  return async (caption: string) => {
    await page.locator('p').evaluate((line, text) => (line.textContent = text), caption)
    await page.evaluate(() => document.fonts.ready)
    return page.screenshot()
  }
}
