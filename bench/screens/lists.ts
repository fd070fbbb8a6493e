import type { Browser } from 'playwright-core'

import type { Figure } from '../figure.ts'
import { median } from '../median.ts'
import { metric, openScreen } from './open-screen.ts'
import type { Scene } from './scene.ts'

const ROUNDS = 9
const LIMIT = 1.2
const PAGES = 100
const MAX_GROWTH_BYTES = 10 * 1024 ** 2
const MAX_NODES_RATIO = 1.2
const CARD = 'main article'

/** Compares a list of 10,000 published posts with one of 100, alternately, and pages through 100 pages. */
export async function lists(browser: Browser, { url, tokens }: Scene): Promise<Figure[]> {
  const path = `${url}/dashboard/view-post?tab=published`
  const open = (client: 'few' | 'many') => openScreen(browser, path, tokens[client], CARD)
  const rounds: { few: number; many: number; fewProcessorMs: number; manyProcessorMs: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const times = { few: 0, many: 0, fewProcessorMs: 0, manyProcessorMs: 0 }
    for (const client of round % 2 === 0 ? (['few', 'many'] as const) : (['many', 'few'] as const)) {
      const { shownMs, processorMs, close } = await open(client)
      times[client] = shownMs
      times[`${client}ProcessorMs`] = processorMs
      await close()
    }
    rounds.push(times)
  }
  const few = median(rounds.map(round => round.few))
  const many = median(rounds.map(round => round.many))
  return [
    { name: 'list of 100 posts: shown', value: few, unit: 'ms' },
    { name: 'list of 10,000 posts: shown', value: many, unit: 'ms' },
    { name: '  relative to 100', value: many / few, unit: 'ratio', limit: LIMIT },
    {
      name: '  computed by the page, relative to 100',
      value:
        median(rounds.map(round => round.manyProcessorMs)) /
        median(rounds.map(round => round.fewProcessorMs)),
      unit: 'ratio',
      limit: LIMIT,
    },
    ...(await pageThrough(open)),
  ]
}

async function pageThrough(open: (client: 'many') => ReturnType<typeof openScreen>): Promise<Figure[]> {
  const { page, devtools, close } = await open('many')
  const next = page.getByRole('button', { name: 'Next' })
  const turnTo = async (number: number) => {
    await next.click()
    await page.getByRole('list', { name: `Page ${number}`, exact: true }).waitFor()
  }
  const memoryUse = async () => {
    await devtools.send('HeapProfiler.collectGarbage')
    return { bytes: await metric(devtools, 'JSHeapUsedSize'), nodes: await metric(devtools, 'Nodes') }
  }
  await turnTo(2)
  const before = await memoryUse()
  for (let number = 3; number <= PAGES; number++) await turnTo(number)
  const after = await memoryUse()
  await close()
  return [
    {
      name: `  memory after ${PAGES} pages, above memory after 2`,
      value: after.bytes - before.bytes,
      unit: 'bytes',
      limit: MAX_GROWTH_BYTES,
    },
    {
      name: '  nodes of the page, relative to those after 2',
      value: after.nodes / before.nodes,
      unit: 'ratio',
      limit: MAX_NODES_RATIO,
    },
  ]
}
