import type { Mutation } from '../../mutation.ts'

const TESTS = ['api/publishing/lost-writes.test.ts']

export const lostWrites: Mutation[] = [
  {
    file: 'api/publishing/recovery.ts',
    text: 'max(iif(${isInDoubt}, 0, updated_at))',
    becomes: 'max(updated_at)',
    breaks: 'a start that died while it marked posts leaves failed ones out of the next one’s doubt',
    tests: TESTS,
  },
  {
    file: 'api/publishing/recovery.ts',
    text: 'iif(${isAhead(span)},',
    becomes: 'iif(false,',
    breaks: 'after a restore, future posts take the capacity of those that are due',
    tests: TESTS,
  },
  {
    file: 'api/publishing/recovery.ts',
    text: 'min(${deliveries.publishAt}, ${+span.absentFrom} +',
    becomes: 'max(${deliveries.publishAt}, ${+span.absentFrom} +',
    breaks: 'after a restore, future posts stay in doubt until their time',
    tests: TESTS,
  },
  {
    file: 'api/networks/core/call-time.ts',
    text: '+(until ?? at) + EXECUTED_WITHIN_MS',
    becomes: '+(until ?? at) + CLOCK_SLACK_MS',
    breaks: 'a Facebook post that was published 90 seconds late is sent again',
    tests: ['api/publishing/other-photo-ids.test.ts'],
  },
  {
    file: 'api/publishing/recovery.ts',
    text: 'lte(deliveries.publishAt, at))!',
    becomes: 'lte(deliveries.wakeAt, at))!',
    breaks: 'a delivery that was waiting for a retry at a crash or in a backup is resent without reconciling',
    tests: TESTS,
  },
  {
    file: 'api/publishing/recovery.ts',
    text: '    or(isDue(span.until), isAtWork),\n',
    becomes: '    isDue(span.until),\n',
    breaks: 'a delivery in flight during a crash is resent without reconciling',
    tests: TESTS,
  },
  {
    file: 'api/publishing/recovery.ts',
    text: "inArray(deliveries.state, ['scheduled', 'publishing', 'unconfirmed'])",
    becomes: "inArray(deliveries.state, ['publishing', 'unconfirmed'])",
    breaks: 'a delivery that a backup has as scheduled is resent without reconciling',
    tests: TESTS,
  },
  {
    file: 'api/publishing/reconcile.ts',
    text: 'const isUntouched = otherwise.publishAt === +publishAt',
    becomes: 'const isUntouched = true',
    breaks: 'the time that an author chose after a restore is overruled by the one in the backup',
    tests: TESTS,
  },
  {
    file: 'api/publishing/intent-log.ts',
    text: 'if (!(await isIntentCommitted(ctx, { id, attempt, startedAt }))) {',
    becomes: 'if (false) {',
    breaks: 'a call is made although its intent was never committed',
    tests: ['api/publishing/intents.test.ts'],
  },
]
