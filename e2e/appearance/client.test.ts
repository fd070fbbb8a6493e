import { test } from 'bun:test'

import { choose } from '../faults/selection.ts'
import { CLIENT } from './client.ts'
import { walk, WALKS } from './keyboard.ts'
import { each, openTour, WITHIN_MS } from './tour.ts'
import { lookAtFailure, inspectScreen } from './visit.ts'

/** Screens that `verify` inspects in every state. Of the others it inspects only the ready state. */
const FEW = 4
const FEW_ONLY = process.env.FAULTS !== 'all'
const NOTIFICATIONS = '/dashboard/notifications'
/** Its states and the walk that marks all as read use up the unread notifications of the walk before: a sample leaves them out. */
const usesUpUnread = ({ path }: { path: string }) => FEW_ONLY && path === NOTIFICATIONS
const whole = choose(
  CLIENT.filter(screen => !usesUpUnread(screen)),
  FEW,
)
const walks = Object.entries(WALKS).filter(([name]) => !FEW_ONLY || name !== 'all notifications')

const { nothingIsWrong, stage } = openTour('newcomer', 'client')

for (const screen of CLIENT) {
  const { heading, path } = screen
  const isWhole = whole.includes(screen)
  test(
    `a client’s ${heading} at ${path.replace(/&on=.*/, '')}${isWhole ? ', and all that opens over it,' : ''} is accessible and fits, light and dark, on phone and desktop`,
    nothingIsWrong('client', scene => inspectScreen(scene, isWhole ? screen : { heading, path })),
    WITHIN_MS,
  )
}

test(
  'moves the focus visibly by keys, and never loses it with a closing element',
  nothingIsWrong('client', scene => each(walks, ([what, keys]) => walk(scene, what, keys))),
  WITHIN_MS,
)

test(
  'shows accessible loading and error states',
  nothingIsWrong('client', ({ page }) => each(whole, screen => lookAtFailure(page, stage.url, screen))),
  WITHIN_MS,
)

test(
  'shows an accessible empty dashboard on a phone',
  nothingIsWrong('newcomer', scene =>
    each(whole, ({ heading, path }) => inspectScreen(scene, { heading, path }, ['phone'])),
  ),
  WITHIN_MS,
)
