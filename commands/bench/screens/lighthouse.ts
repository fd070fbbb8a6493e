import { launch } from 'chrome-launcher'
import lighthouse, { desktopConfig } from 'lighthouse'
import { type Browser, chromium } from 'playwright-core'

import { ensureBrowser } from '../../verify/browser.ts'
import type { Figure } from '../figure.ts'
import { median } from '../median.ts'
import type { Scene } from './scene.ts'

const TURNS = 3
const PERFORMANCE = 95
const ACCESSIBILITY = 100
const SCREENS = {
  overview: '/dashboard',
  composer: '/dashboard/create-post',
  posts: '/dashboard/view-post?tab=published',
  calendar: '/dashboard/calendar',
}

/** Lighthouse's own settings for a desktop, of a person who is signed in; the median of three. */
export async function lighthouseScores(_browser: Browser, { url, tokens }: Scene): Promise<Figure[]> {
  const chrome = await launch({
    chromePath: await ensureBrowser(),
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage'],
  })
  try {
    await signIn(chrome.port, url, tokens.busy)
    const figures: Figure[] = []
    for (const [name, path] of Object.entries(SCREENS))
      figures.push(...(await scores(chrome.port, name, url + path)))
    return figures
  } finally {
    chrome.kill()
  }
}

/** Lighthouse keeps what the browser has stored, and so finds the session. */
async function signIn(port: number, url: string, token: string) {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const page = await browser.contexts()[0]!.newPage()
  await page.goto(`${url}/robots.txt`)
  await page.evaluate(value => localStorage.setItem('token', value), token)
  await page.close()
  await browser.close()
}

async function scores(port: number, name: string, url: string): Promise<Figure[]> {
  const flags = { port, disableStorageReset: true, onlyCategories: ['performance', 'accessibility'] }
  const turns: { performance: number; accessibility: number }[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    const result = await lighthouse(url, flags, desktopConfig)
    if (!result) throw new Error(`Lighthouse said nothing of ${url}.`)
    const { categories, finalDisplayedUrl, runtimeError } = result.lhr
    if (runtimeError) throw new Error(`Lighthouse could not measure ${url}: ${runtimeError.message}`)
    if (finalDisplayedUrl !== url) throw new Error(`${url} led to ${finalDisplayedUrl}.`)
    const score = (of: string) => Math.round((categories[of]?.score ?? 0) * 100)
    turns.push({ performance: score('performance'), accessibility: score('accessibility') })
  }
  return [
    {
      name: `Lighthouse of the ${name}: performance`,
      value: median(turns.map(({ performance }) => performance)),
      unit: 'count',
      atLeast: PERFORMANCE,
    },
    {
      name: '  accessibility, the least',
      value: Math.min(...turns.map(({ accessibility }) => accessibility)),
      unit: 'count',
      atLeast: ACCESSIBILITY,
    },
  ]
}
