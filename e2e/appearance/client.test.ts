import { test } from 'bun:test'

import { isWhole } from '../faults/selection.ts'
import { dayOf } from '../melbourne.ts'
import { CLIENT } from './client.ts'
import { inspectFrame } from './frame.ts'
import { inspectAtWidths, nextTurn } from './inspection.ts'
import { runKeySequence, KEY_SEQUENCES } from './keyboard.ts'
import { LONG_AT, LONG_WORD } from './people.ts'
import { see } from './steps.ts'
import { problemsOfAll, openTour, TOUR_TIMEOUT_MS } from './tour.ts'
import { openScreen, inspectScreen, inspectFailure, type Scene } from './visit.ts'

/** What `verify` inspects: one screen in every state, two of the calendar's views, and some sequences of keys. */
const IN_VERIFY = {
  whole: '/dashboard/social-hub',
  views: ['month', 'week'],
  keySequences: [
    'the link that skips the menu',
    'tabs',
    'selected posts',
    'the days of a month',
    'the posts of a day',
    'notifications',
  ],
}
/** Screens inspected in every state. */
const whole = CLIENT.filter(({ path }) => isWhole || path === IN_VERIFY.whole)
/** Screens that share one visit, because inspecting a ready screen leaves nothing behind. */
const others = [...new Map(CLIENT.map(screen => [screen.path, screen])).values()].filter(
  screen => !whole.includes(screen),
)
const keySequences = Object.entries(KEY_SEQUENCES).filter(
  ([name]) => isWhole || IN_VERIFY.keySequences.includes(name),
)
const views = ['month', 'week', 'list'].filter(view => isWhole || IN_VERIFY.views.includes(view))

async function inspectCalendar(scene: Scene, view: string) {
  const on = dayOf(LONG_AT)
  await openScreen(scene, { heading: 'Calendar', path: `/dashboard/calendar?view=${view}&on=${on}` })
  await see(LONG_WORD)(scene.page, scene.world)
  return inspectAtWidths(scene.page, `Calendar: ${view}`)
}

const { expectNoProblems, testbed } = openTour('newcomer', 'client')

type Inspection = { shows: string; inspect: (scene: Scene) => Promise<string[]> }

const INSPECTIONS: Inspection[] = [
  {
    shows:
      'shows an accessible frame with targets large enough to touch, from the smallest phone to a desktop',
    inspect: inspectFrame,
  },
  {
    shows:
      'shows a client’s other screens so that they are accessible and fit, on a phone in dark mode or a desktop in light mode',
    inspect: scene =>
      problemsOfAll(others, ({ heading, path }) =>
        inspectScreen(scene, { heading, path }, isWhole ? undefined : nextTurn()),
      ),
  },
  ...whole.map(screen => ({
    shows: `a client’s ${screen.heading} at ${screen.path.replace(/&on=.*/, '')} and everything that opens over it is accessible and fits, light and dark, on phone and desktop`,
    inspect: (scene: Scene) => inspectScreen(scene, screen),
  })),
  {
    shows: 'keeps every post within its day in the calendar, from 320 to 1920 pixels',
    inspect: scene => problemsOfAll(views, view => inspectCalendar(scene, view)),
  },
  {
    shows: 'moves the focus visibly by keyboard, and keeps it when the focused element disappears',
    inspect: scene => problemsOfAll(keySequences, ([what, keys]) => runKeySequence(scene, what, keys)),
  },
  {
    shows: 'shows accessible loading and error states',
    inspect: ({ page }) => problemsOfAll(whole, screen => inspectFailure(page, testbed.url, screen)),
  },
]

/** In `verify`, inspections share a browser, because a new one loads the whole dashboard again. */
const visits = isWhole
  ? INSPECTIONS.map(each => ({ shows: each.shows, inspections: [each] }))
  : [
      {
        shows: 'shows a client’s screens that are accessible, fit, and move the focus visibly',
        inspections: INSPECTIONS,
      },
    ]

for (const { shows, inspections } of visits)
  test(
    shows,
    expectNoProblems('client', scene => problemsOfAll(inspections, ({ inspect }) => inspect(scene))),
    TOUR_TIMEOUT_MS,
  )

test(
  'shows an accessible empty dashboard on a phone',
  expectNoProblems('newcomer', scene =>
    problemsOfAll(whole, ({ heading, path }) => inspectScreen(scene, { heading, path }, ['phone'])),
  ),
  TOUR_TIMEOUT_MS,
)
