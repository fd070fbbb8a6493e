import { test } from 'bun:test'

import { choose } from '../faults/selection.ts'
import { APPROVALS } from './approvals.ts'
import { ADMIN, SIGNED_OUT, TROUBLED } from './error-states.ts'
import { look, nextTurn } from './look.ts'
import { PUBLIC } from './public.ts'
import { each, openTour, WITHIN_MS } from './tour.ts'
import { inspectScreen, takeStep } from './visit.ts'

/** Public pages and dialogs that `verify` inspects. */
const FEW = 8

const { nothingIsWrong, stage } = openTour('admin', 'client', 'troubled')

test(
  'shows an accessible dashboard with errors and pending choices, and the end of a session',
  nothingIsWrong('troubled', async scene => [
    ...(await each(TROUBLED, screen => inspectScreen(scene, screen, nextTurn()))),
    ...(await takeStep(scene, 'the end of a session', SIGNED_OUT)),
  ]),
  WITHIN_MS,
)

test(
  'shows accessible screens to administrators, light and dark, on phone and desktop',
  nothingIsWrong('admin', async scene => {
    const { page } = scene
    const wrong = await each(ADMIN, screen => inspectScreen(scene, screen, nextTurn()))
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'More', exact: true }).click()
    return [...wrong, ...(await look(page, 'the menu', ['phone']))]
  }),
  WITHIN_MS,
)

test(
  'shows accessible public pages and dialogs, light and dark, on phone and desktop',
  nothingIsWrong('visitor', scene =>
    each(choose(PUBLIC, FEW), async ({ path, steps }) => {
      await scene.page.goto(stage.url + path)
      if (!steps) return look(scene.page, path)
      return each(Object.entries(steps), ([name, step]) => takeStep(scene, `${path}: ${name}`, step))
    }),
  ),
  WITHIN_MS,
)

test(
  'shows accessible approvals, from the rule to the decision',
  nothingIsWrong('client', scene => each(APPROVALS, screen => inspectScreen(scene, screen, nextTurn()))),
  WITHIN_MS,
)
