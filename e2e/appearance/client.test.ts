import { test } from 'bun:test'

import { CLIENT } from './client.ts'
import { openTour, WITHIN_MS } from './tour.ts'
import { inspectScreen } from './visit.ts'

const { nothingIsWrong } = openTour('client')

for (const screen of CLIENT) {
  test(
    `a client’s ${screen.heading} at ${screen.path.replace(/&on=.*/, '')}, and all that opens over it, is accessible and fits, light and dark, on phone and desktop`,
    nothingIsWrong('client', scene => inspectScreen(scene, screen)),
    WITHIN_MS,
  )
}
