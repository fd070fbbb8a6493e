import type { Browser } from 'playwright-core'

import type { Figure } from '../figure.ts'
import { median } from '../median.ts'
import { openScreen } from './open-screen.ts'
import type { Scene } from './scene.ts'

const ROUNDS = 7
const LIMIT_MS = 1000

const SCREENS = {
  'clients board of 200 clients': { path: '/dashboard/clients', awaited: 'main tbody tr' },
  'week of all 200 clients': {
    path: '/dashboard/calendar?view=week&businesses=all',
    awaited: '[data-day] a',
  },
}

/** Opens the screens of all clients at once, with an empty cache, in an agency with 200 clients and 20,000 posts. */
export async function clients(browser: Browser, { url, tokens }: Scene): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, { path, awaited }] of Object.entries(SCREENS)) {
    const rounds: { shownMs: number; processorMs: number }[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const { shownMs, processorMs, close } = await openScreen(browser, url + path, tokens.agency, awaited)
      rounds.push({ shownMs, processorMs })
      await close()
    }
    figures.push(
      {
        name: `${name}: shown`,
        value: median(rounds.map(({ shownMs }) => shownMs)),
        unit: 'ms',
        limit: LIMIT_MS,
      },
      {
        name: '  computed by the page',
        value: median(rounds.map(({ processorMs }) => processorMs)),
        unit: 'ms',
      },
    )
  }
  return figures
}
