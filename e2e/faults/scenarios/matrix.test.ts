import { afterEach, describe } from 'bun:test'

import { endAll } from '#api/test/at-end.ts'
import { select } from '../selection.ts'
import { testScenarios } from '../test-scenarios.ts'
import { SCENARIOS } from './matrix.ts'
import { runScenario } from './run-scenario.ts'

/** Scenarios of `verify`. */
const IN_VERIFY = [
  'facebook pictures photos: silence-before of ten minutes, then cut',
  'facebook pictures feed: drop-after',
  'facebook pictures feed: 190',
  'facebook clip videos.transfer: bad-json',
  'facebook clip videos.finish drop-after, then posts: 1',
  'facebook clip status: drop-after',
  'instagram pictures media: drop-before',
  'instagram picture media_publish: commit-then-500',
  'instagram picture media_publish drop-after, then status: drop-before',
  'instagram pictures status: stuck',
  'facebook picture story photo_stories: drop-after',
  'facebook clip story video_stories drop-after, then stories: drop-before',
  'google picture localPosts: silence-after of ten minutes, then go-on',
  'google picture localPosts drop-after, then posts: 403 on every call',
]

afterEach(endAll)

describe('publishes a post once, or notifies its author once why not', () => {
  testScenarios(select(SCENARIOS, IN_VERIFY), runScenario)
})
