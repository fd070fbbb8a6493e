import { test } from 'bun:test'

import { CLIENT } from './client.ts'
import { walk, WALKS } from './keyboard.ts'
import { each, openTour, WITHIN_MS } from './tour.ts'
import { lookAtFailure, inspectScreen } from './visit.ts'

const { nothingIsWrong, stage } = openTour('newcomer', 'client')

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
  'a dashboard in which there is nothing yet is accessible and fits a phone',
  nothingIsWrong('newcomer', scene =>
    each(CLIENT, ({ heading, path }) => inspectScreen(scene, { heading, path }, ['phone'])),
  ),
  WITHIN_MS,
)
