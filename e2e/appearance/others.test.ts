import { test } from 'bun:test'

import { choose } from '../faults/selection.ts'
import { ADMIN, SIGNED_OUT, TROUBLED } from './error-states.ts'
import { look, nextTurn } from './look.ts'
import { PUBLIC } from './public.ts'
import { each, openTour, WITHIN_MS } from './tour.ts'
import { inspectScreen, takeStep } from './visit.ts'

/** Public pages and dialogs that `verify` looks at. */
const FEW = 8

const { nothingIsWrong, stage } = openTour('admin', 'client', 'troubled')

test(
  'a dashboard in which much waits or went wrong is accessible and fits, and so is the end of a session',
  nothingIsWrong('troubled', async scene => [
    ...(await each(TROUBLED, screen => inspectScreen(scene, screen, nextTurn()))),
    ...(await takeStep(scene, 'the end of a session', SIGNED_OUT)),
  ]),
  WITHIN_MS,
)

test(
  'what administrators see is accessible and fits, light and dark, on phone and desktop',
  nothingIsWrong('admin', async scene => {
    const { page } = scene
    const wrong = await each(ADMIN, screen => inspectScreen(scene, screen, nextTurn()))
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Open menu' }).click()
    return [...wrong, ...(await look(page, 'the menu', ['phone']))]
  }),
  WITHIN_MS,
)

test(
  'every public page, and what opens over it, is accessible and fits, light and dark, on phone and desktop',
  nothingIsWrong('visitor', scene =>
    each(choose(PUBLIC, FEW), async ({ path, steps }) => {
      await scene.page.goto(stage.url + path)
      if (!steps) return look(scene.page, path)
      return each(Object.entries(steps), ([name, step]) => takeStep(scene, `${path}: ${name}`, step))
    }),
  ),
  WITHIN_MS,
)
