import { test } from 'bun:test'

import { choose } from '../faults/selection.ts'
import { CLIENT } from './client.ts'
import { walk, WALKS } from './keyboard.ts'
import { each, openTour, WITHIN_MS } from './tour.ts'
import { lookAtFailure, inspectScreen } from './visit.ts'

/** Screens of which `verify` sees every state; of the others, what they show when they are ready. */
const FEW = 4
const whole = choose(CLIENT, FEW)

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
  'keys lead where they should, it is seen where they led, and the focus is not lost with what goes away',
  nothingIsWrong('client', scene => each(Object.entries(WALKS), ([what, keys]) => walk(scene, what, keys))),
  WITHIN_MS,
)

test(
  'a screen that loads, or can’t, is accessible and fits',
  nothingIsWrong('client', ({ page }) => each(whole, screen => lookAtFailure(page, stage.url, screen))),
  WITHIN_MS,
)

test(
  'a dashboard in which there is nothing yet is accessible and fits a phone',
  nothingIsWrong('newcomer', scene =>
    each(whole, ({ heading, path }) => inspectScreen(scene, { heading, path }, ['phone'])),
  ),
  WITHIN_MS,
)
