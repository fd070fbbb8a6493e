import { afterAll, expect } from 'bun:test'

import { openTestbed } from '../testbed.ts'
import { EVERY_APPEARANCE, type Visitor } from '../visitor.ts'
import { counts } from './inspection.ts'
import { type Person, prepare, sessions } from './people.ts'
import { holdNotices, type Scene } from './visit.ts'

/** Long enough to inspect many screens on a busy machine, so that only hung tours are ended. */
export const TOUR_TIMEOUT_MS = EVERY_APPEARANCE ? 1_800_000 : 600_000
const STEP_TIMEOUT_MS = 60_000

/** Ignores error responses, which are intended here, unlike broken scripts and policies. */
const isBreakage = (fault: string) => /^script:|Content Security Policy/.test(fault)

/** Opens a product whose people have prepared dashboards. */
export function openTour(...people: Person[]) {
  // Takes scores from the sandbox, because the tour displays them and doesn't need real ones.
  const testbed = openTestbed(prepare(...people), sandboxUrl => ({
    PAGESPEED_API_KEY: 'any',
    PAGESPEED_URL: `${sandboxUrl}/pagespeed`,
  }))
  const started = performance.now()
  afterAll(() => {
    const seconds = Math.round((performance.now() - started) / 1000)
    console.log(`${counts.states} states in ${counts.inspections} inspections, ${seconds} s`)
  })

  return {
    testbed,
    /** Inspects a dashboard or the public pages, and reports all problems at once. */
    expectNoProblems:
      (who: Person | 'visitor', inspectAll: (scene: Scene, visitor: Visitor) => Promise<string[]>) =>
      async () => {
        const session = who !== 'visitor' && sessions[who]
        await testbed.visit(
          `appearance-${who}`,
          { viewport: 'desktop', ...(session && { session }) },
          async visitor => {
            const { page } = visitor
            page.setDefaultTimeout(STEP_TIMEOUT_MS)
            await holdNotices(page)
            if (session) {
              await page.goto(`${testbed.url}/dashboard`)
              await page.getByRole('heading', { level: 1 }).waitFor()
            }
            expect(await inspectAll({ page, world: testbed.world }, visitor)).toEqual([])
            expect(visitor.faults.filter(isBreakage)).toEqual([])
          },
        )
      },
  }
}

/** Returns the problems of all items. */
export async function problemsOfAll<T>(items: Iterable<T>, inspectItem: (item: T) => Promise<string[]>) {
  const problems: string[] = []
  for (const item of items) problems.push(...(await inspectItem(item)))
  return problems
}
