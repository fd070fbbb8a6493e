import { expect, test } from 'bun:test'

import { isWhole } from '../faults/selection.ts'
import { publicPaths } from '../public-paths.ts'
import type { Visitor } from '../visitor.ts'
import { APPROVALS } from './approvals.ts'
import { ADMIN, SIGNED_OUT, STARTER, TROUBLED } from './error-states.ts'
import { inspect, nextTurn } from './inspection.ts'
import type { Person } from './people.ts'
import { pagesWithoutLine, PUBLIC } from './public.ts'
import { problemsOfAll, openTour, TOUR_TIMEOUT_MS } from './tour.ts'
import { inspectScreen, type Scene, takeStep } from './visit.ts'

/** Screens with errors that `verify` inspects, by path. */
const TROUBLED_IN_VERIFY = [
  '/dashboard',
  '/dashboard/social-hub',
  '/dashboard/create-post',
  '/dashboard/view-post?tab=attention',
]

type Tour = {
  shows: string
  who: Person | 'visitor'
  /** Everybody whose dashboard or account the screens show. */
  people: Person[]
  inVerify?: boolean
  inspect: (scene: Scene, visitor: Visitor) => Promise<string[]>
}

const TOURS: Tour[] = [
  {
    shows: 'an accessible dashboard with errors and pending choices, and the end of a session',
    who: 'troubled',
    people: ['troubled'],
    inVerify: true,
    inspect: async scene => [
      ...(await problemsOfAll(
        TROUBLED.filter(({ path }) => isWhole || TROUBLED_IN_VERIFY.includes(path)),
        screen => inspectScreen(scene, screen, nextTurn()),
      )),
      ...(await takeStep(scene, 'the end of a session', SIGNED_OUT)),
    ],
  },
  {
    shows: 'an accessible choice among Pages of one name, as the first step',
    who: 'starter',
    people: ['starter'],
    inspect: scene => inspectScreen(scene, STARTER),
  },
  {
    shows: 'accessible screens to administrators, light and dark, on phone and desktop',
    who: 'admin',
    people: ['admin', 'client', 'troubled'],
    async inspect(scene) {
      const { page } = scene
      const wrong = await problemsOfAll(ADMIN, screen => inspectScreen(scene, screen, nextTurn()))
      await page.setViewportSize({ width: 390, height: 844 })
      await page.getByRole('button', { name: 'More', exact: true }).click()
      return [...wrong, ...(await inspect(page, 'the menu', ['phone']))]
    },
  },
  {
    shows: 'accessible public pages and dialogs, light and dark, on phone and desktop',
    who: 'visitor',
    people: ['troubled'],
    inVerify: true,
    inspect: async scene =>
      problemsOfAll(
        [...PUBLIC, ...pagesWithoutLine(await publicPaths(testbed.url))].filter(
          ({ inVerify }) => isWhole || inVerify,
        ),
        async ({ path, steps, inVerify }) => {
          await scene.page.goto(testbed.url + path)
          if (!steps) return inspect(scene.page, path)
          const inspected = !isWhole && Array.isArray(inVerify) ? inVerify : Object.keys(steps)
          expect(Object.keys(steps)).toEqual(expect.arrayContaining(inspected))
          return problemsOfAll(Object.entries(steps), ([name, step]) =>
            takeStep(scene, `${path}: ${name}`, step, !inspected.includes(name)),
          )
        },
      ),
  },
  {
    shows: 'accessible approvals, from the rule to the decision',
    who: 'client',
    people: ['client'],
    inspect: scene => problemsOfAll(APPROVALS, screen => inspectScreen(scene, screen, nextTurn())),
  },
]

const tours = TOURS.filter(({ inVerify }) => isWhole || inVerify)
const { expectNoProblems, testbed } = openTour(...new Set(tours.flatMap(({ people }) => people)))

for (const { shows, who, inspect: inspectAll } of tours)
  test(`shows ${shows}`, expectNoProblems(who, inspectAll), TOUR_TIMEOUT_MS)
