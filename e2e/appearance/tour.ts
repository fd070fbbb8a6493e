import { afterAll, expect } from 'bun:test'

import { openStage } from '../stage.ts'
import { EVERY_LOOK, type Visitor } from '../visitor.ts'
import { figures } from './look.ts'
import { type Person, prepare, sessions } from './people.ts'
import { holdNotices, type Scene } from './visit.ts'

/** What looks at much in one go takes as long as the machine needs: this only ends what hangs. */
export const WITHIN_MS = EVERY_LOOK ? 1_800_000 : 600_000
const STEP_WITHIN_MS = 60_000

/** Refusals are meant where a screen fails; broken scripts and policies never are. */
const isBreakage = (fault: string) => /^script:|Content Security Policy/.test(fault)

/** A product in which these people have lived, to walk around in. */
export function openTour(...people: Person[]) {
  // Scores come at once from the world outside: here they are looked at, not measured.
  const stage = openStage(prepare(...people), sandboxUrl => ({
    PAGESPEED_API_KEY: 'any',
    PAGESPEED_URL: `${sandboxUrl}/pagespeed`,
  }))
  const started = performance.now()
  afterAll(() => {
    const seconds = Math.round((performance.now() - started) / 1000)
    console.log(`${figures.states} states in ${figures.looks} looks, ${seconds} s`)
  })

  return {
    stage,
    /** Goes through a dashboard, or the public pages, and tells all that is wrong with it at once. */
    nothingIsWrong:
      (who: Person | 'visitor', walk: (scene: Scene, visitor: Visitor) => Promise<string[]>) => async () => {
        const session = who !== 'visitor' && sessions[who]
        await stage.visit(
          `appearance-${who}`,
          { viewport: 'desktop', ...(session && { session }) },
          async visitor => {
            const { page } = visitor
            page.setDefaultTimeout(STEP_WITHIN_MS)
            await holdNotices(page)
            if (session) {
              await page.goto(`${stage.url}/dashboard`)
              await page.getByRole('heading', { level: 1 }).waitFor()
            }
            expect(await walk({ page, world: stage.world }, visitor)).toEqual([])
            expect(visitor.faults.filter(isBreakage)).toEqual([])
          },
        )
      },
  }
}

/** What is wrong with each of them. */
export async function each<T>(things: Iterable<T>, lookAt: (thing: T) => Promise<string[]>) {
  const wrong: string[] = []
  for (const thing of things) wrong.push(...(await lookAt(thing)))
  return wrong
}
