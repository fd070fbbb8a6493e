import { test } from 'bun:test'

import { choose } from '../faults/selection.ts'
import { APPROVALS } from './approvals.ts'
import { ADMIN, SIGNED_OUT, TROUBLED } from './error-states.ts'
import { inspect, nextTurn } from './inspection.ts'
import { PUBLIC } from './public.ts'
import { problemsOfAll, openTour, TOUR_TIMEOUT_MS } from './tour.ts'
import { inspectScreen, takeStep } from './visit.ts'

/** Screens and dialogs that `verify` inspects of each table. Approvals build on each other, so it inspects them all. */
const FEW = { troubled: 4, admin: 2, public: 5 }

const { expectNoProblems, testbed } = openTour('admin', 'client', 'troubled')

test(
  'shows an accessible dashboard with errors and pending choices, and the end of a session',
  expectNoProblems('troubled', async scene => [
    ...(await problemsOfAll(choose(TROUBLED, FEW.troubled), screen =>
      inspectScreen(scene, screen, nextTurn()),
    )),
    ...(await takeStep(scene, 'the end of a session', SIGNED_OUT)),
  ]),
  TOUR_TIMEOUT_MS,
)

test(
  'shows accessible screens to administrators, light and dark, on phone and desktop',
  expectNoProblems('admin', async scene => {
    const { page } = scene
    const wrong = await problemsOfAll(choose(ADMIN, FEW.admin), screen =>
      inspectScreen(scene, screen, nextTurn()),
    )
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'More', exact: true }).click()
    return [...wrong, ...(await inspect(page, 'the menu', ['phone']))]
  }),
  TOUR_TIMEOUT_MS,
)

test(
  'shows accessible public pages and dialogs, light and dark, on phone and desktop',
  expectNoProblems('visitor', scene =>
    problemsOfAll(choose(PUBLIC, FEW.public), async ({ path, steps }) => {
      await scene.page.goto(testbed.url + path)
      if (!steps) return inspect(scene.page, path)
      return problemsOfAll(Object.entries(steps), ([name, step]) => takeStep(scene, `${path}: ${name}`, step))
    }),
  ),
  TOUR_TIMEOUT_MS,
)

test(
  'shows accessible approvals, from the rule to the decision',
  expectNoProblems('client', scene =>
    problemsOfAll(APPROVALS, screen => inspectScreen(scene, screen, nextTurn())),
  ),
  TOUR_TIMEOUT_MS,
)
