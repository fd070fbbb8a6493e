import type { Browser } from 'playwright-core'

import type { Figure } from '../figure.ts'
import { median } from '../median.ts'
import { openScreen, timeClick } from './open-screen.ts'
import type { Scene } from './scene.ts'

const ROUNDS = 7
const LIMIT_MS = 1000
const MORE_BUTTON = '[data-day] ul + button'

type Round = { shownMs: number; processorMs: number; answeredMs: number }

/** Opens a month of 500 posts and measures from the start of the navigation until a click takes effect. */
export async function calendar(browser: Browser, { url, tokens }: Scene): Promise<Figure[]> {
  const rounds: Round[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const screen = await openScreen(browser, `${url}/dashboard/calendar`, tokens.busy, '[data-day] a')
    const { page, shownMs, processorMs } = screen
    rounds.push({ shownMs, processorMs, answeredMs: await timeClick(page, MORE_BUTTON, 'dialog[open]') })
    await screen.close()
  }
  const all = (of: (round: Round) => number) => median(rounds.map(of))
  return [
    { name: 'calendar of 500 posts: shown', value: all(({ shownMs }) => shownMs), unit: 'ms' },
    { name: '  from a click to its effect', value: all(({ answeredMs }) => answeredMs), unit: 'ms' },
    {
      name: '  interactive: shown and responding to a click',
      value: all(({ shownMs, answeredMs }) => shownMs + answeredMs),
      unit: 'ms',
      limit: LIMIT_MS,
    },
    { name: '  computed by the page until shown', value: all(({ processorMs }) => processorMs), unit: 'ms' },
  ]
}
