import { afterAll, expect, test } from 'bun:test'

import { CLIENT } from './appearance/client.ts'
import { walk, WALKS } from './appearance/keyboard.ts'
import { EVERY_LOOK, figures, look, nextTurn } from './appearance/look.ts'
import { prepare, sessions } from './appearance/people.ts'
import { PUBLIC } from './appearance/public.ts'
import { ADMIN, SIGNED_OUT, TROUBLED } from './appearance/troubled.ts'
import { holdNotices, lookAtFailure, lookAtScreen, type Scene, takeStep } from './appearance/visit.ts'
import { openStage } from './stage.ts'
import type { Visitor } from './visitor.ts'

/** Scores come at once from the world outside: here they are looked at, not measured. */
const stage = openStage(prepare, sandboxUrl => ({
  PAGESPEED_API_KEY: 'any',
  PAGESPEED_URL: `${sandboxUrl}/pagespeed`,
}))

const WITHIN_MS = EVERY_LOOK ? 1_800_000 : 240_000
const STEP_WITHIN_MS = 60_000
const started = performance.now()

afterAll(() => {
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`${figures.states} states in ${figures.looks} looks, ${seconds} s`)
})

/** Refusals are meant where a screen fails; broken scripts and policies never are. */
const isBreakage = (fault: string) => /^script:|Content Security Policy/.test(fault)

/** Goes through a dashboard, or the public pages, and tells all that is wrong with it at once. */
const nothingIsWrong =
  (who: keyof typeof sessions | 'visitor', walk: (scene: Scene, visitor: Visitor) => Promise<string[]>) =>
  async () => {
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
  }

async function each<T>(things: Iterable<T>, lookAt: (thing: T) => Promise<string[]>) {
  const wrong: string[] = []
  for (const thing of things) wrong.push(...(await lookAt(thing)))
  return wrong
}

test(
  'each screen of a client, and all that opens over it, is accessible and fits, light and dark, on phone and desktop',
  nothingIsWrong('client', scene => each(CLIENT, screen => lookAtScreen(scene, screen))),
  WITHIN_MS,
)

test(
  'a dashboard in which there is nothing yet is accessible and fits a phone',
  nothingIsWrong('newcomer', scene =>
    each(CLIENT, ({ heading, path }) => lookAtScreen(scene, { heading, path }, ['phone'])),
  ),
  WITHIN_MS,
)

test(
  'a dashboard in which much waits or went wrong is accessible and fits, and so is the end of a session',
  nothingIsWrong('troubled', async scene => [
    ...(await each(TROUBLED, screen => lookAtScreen(scene, screen, nextTurn()))),
    ...(await takeStep(scene, 'the end of a session', SIGNED_OUT)),
  ]),
  WITHIN_MS,
)

test(
  'keys lead where they should, it is seen where they led, and the focus is not lost with what goes away',
  nothingIsWrong('client', scene => each(Object.entries(WALKS), ([what, keys]) => walk(scene, what, keys))),
  WITHIN_MS,
)

test(
  'a screen that loads, or can’t, is accessible and fits',
  nothingIsWrong('client', ({ page }) => each(CLIENT, screen => lookAtFailure(page, stage.url, screen))),
  WITHIN_MS,
)

test(
  'what administrators see is accessible and fits, light and dark, on phone and desktop',
  nothingIsWrong('admin', async scene => {
    const { page } = scene
    const wrong = await each(ADMIN, screen => lookAtScreen(scene, screen, nextTurn()))
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Open menu' }).click()
    return [...wrong, ...(await look(page, 'the menu', ['phone']))]
  }),
  WITHIN_MS,
)

test(
  'every public page, and what opens over it, is accessible and fits, light and dark, on phone and desktop',
  nothingIsWrong('visitor', scene =>
    each(PUBLIC, async ({ path, steps }) => {
      await scene.page.goto(stage.url + path)
      if (!steps) return look(scene.page, path)
      return each(Object.entries(steps), ([name, step]) => takeStep(scene, `${path}: ${name}`, step))
    }),
  ),
  WITHIN_MS,
)
