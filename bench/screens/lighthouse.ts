import { desktopConfig } from 'lighthouse'
import { type Browser, chromium } from 'playwright-core'

import type { Figure } from '../figure.ts'
import { runLighthouse } from '../lighthouse-run.ts'
import { median } from '../median.ts'
import type { Scene } from './scene.ts'

const ROUNDS = 3
const PERFORMANCE = 95
const ACCESSIBILITY = 100
const SCREENS = {
  overview: '/dashboard',
  composer: '/dashboard/create-post',
  posts: '/dashboard/view-post?tab=published',
  calendar: '/dashboard/calendar',
}

/** Lighthouse would otherwise wait three times as long, because the event stream keeps the network busy. */
const MAX_LOAD_MS = 15_000

/** Runs Lighthouse's desktop preset as a signed-in person and reports the median of three. */
export async function lighthouseScores(_browser: Browser, { url, tokens }: Scene): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, path] of Object.entries(SCREENS)) {
    const rounds: Scores[] = []
    for (let round = 0; round < ROUNDS; round++) rounds.push(await scoresOf(url, path, tokens.busy))
    figures.push(
      {
        name: `Lighthouse, ${name}: performance`,
        value: median(rounds.map(({ performance }) => performance)),
        unit: 'count',
        min: PERFORMANCE,
      },
      {
        name: '  accessibility, minimum',
        value: Math.min(...rounds.map(({ accessibility }) => accessibility)),
        unit: 'count',
        min: ACCESSIBILITY,
      },
    )
  }
  return figures
}

type Scores = { performance: number; accessibility: number }

async function scoresOf(url: string, path: string, token: string): Promise<Scores> {
  const { categories, finalDisplayedUrl } = await runLighthouse(url + path, {
    settings: {
      disableStorageReset: true,
      maxWaitForLoad: MAX_LOAD_MS,
      onlyCategories: ['performance', 'accessibility'],
    },
    config: desktopConfig,
    prepare: port => signIn(port, url, token),
  })
  if (finalDisplayedUrl !== url + path) throw new Error(`${path} led to ${finalDisplayedUrl}.`)
  const score = (of: string) => Math.round((categories[of]?.score ?? 0) * 100)
  return { performance: score('performance'), accessibility: score('accessibility') }
}

/** Stores a session in the browser, whose storage Lighthouse uses. */
async function signIn(port: number, url: string, token: string) {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const page = await browser.contexts()[0]!.newPage()
  await page.goto(`${url}/robots.txt`)
  await page.evaluate(value => localStorage.setItem('token', value), token)
  await page.close()
  await browser.close()
}
