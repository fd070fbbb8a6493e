import type { Browser } from 'playwright-core'

import type { Figure } from '../figure.ts'
import { median } from '../median.ts'
import { openScreen } from './open-screen.ts'
import type { Scene } from './scene.ts'

const ROUNDS = 7
const LIMIT_MS = 1000
const CALLS = 30
const LIST_LIMIT_MS = 300

/** Opens the inbox of all clients, with an empty cache, among 10,000 comments under the posts of 50 of them. */
export async function inbox(browser: Browser, { url, tokens }: Scene): Promise<Figure[]> {
  const listed: number[] = []
  for (let call = 0; call < CALLS; call++) {
    const begun = performance.now()
    const response = await fetch(`${url}/api/inbox?limit=50`, {
      headers: { Authorization: `Bearer ${tokens.agency}` },
    })
    const { data } = (await response.json()) as { data: unknown[] }
    listed.push(performance.now() - begun)
    if (data.length !== 50) throw new Error(`The inbox lists ${data.length} items.`)
  }
  const rounds: { shownMs: number; processorMs: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const path = `${url}/dashboard/inbox?businesses=all`
    const { shownMs, processorMs, close } = await openScreen(browser, path, tokens.agency, 'main article')
    rounds.push({ shownMs, processorMs })
    await close()
  }
  return [
    {
      name: 'inbox of 10,000 items: listed by the api',
      value: median(listed),
      unit: 'ms',
      limit: LIST_LIMIT_MS,
    },
    {
      name: '  shown',
      value: median(rounds.map(({ shownMs }) => shownMs)),
      unit: 'ms',
      limit: LIMIT_MS,
    },
    {
      name: '  computed by the page',
      value: median(rounds.map(({ processorMs }) => processorMs)),
      unit: 'ms',
    },
  ]
}
