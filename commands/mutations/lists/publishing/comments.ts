import type { Mutation } from '../../mutation.ts'

export const comments: Mutation[] = [
  {
    file: 'api/publishing/first-comment/settle.ts',
    text: '.where(and(eq(firstComments.deliveryId, deliveryId), eq(firstComments.attempt, attempt)))',
    becomes: '.where(eq(firstComments.deliveryId, deliveryId))',
    breaks: 'a stale worker overwrites the new worker’s outcome of a first comment',
    tests: ['api/publishing/lost-lease.test.ts'],
  },
  {
    file: 'api/publishing/first-comment/settle.ts',
    text: 'and attempt = ${attempt} and state',
    becomes: 'and state',
    breaks: 'a stale worker sends a second notice that a first comment failed',
    tests: ['api/publishing/lost-lease.test.ts'],
  },
  {
    file: 'api/publishing/first-comment/settle.ts',
    text: 'failures: failures + (outcome.counts ? 1 : 0),',
    becomes: 'failures: failures + 1,',
    breaks: 'waiting for an account counts as a failure of the first comment',
    tests: ['api/publishing/first-comment/uncertainty.test.ts'],
  },
  {
    file: 'api/publishing/first-comment/claim.ts',
    text: '.where(and(eq(firstComments.deliveryId, deliveryId), eq(firstComments.attempt, attempt)))\n',
    becomes: '.where(eq(firstComments.deliveryId, deliveryId))\n',
    breaks: 'a stale worker dates the call of the worker that took over',
    tests: ['api/publishing/lost-lease.test.ts'],
  },
  {
    file: 'api/publishing/first-comment/claim.ts',
    text: '!isOurs || +now() - +begunAt >= LEASE_MS',
    becomes: '!isOurs',
    breaks: 'a worker that stalled before a first comment adds it although another has taken over',
    tests: ['api/publishing/lost-lease.test.ts'],
  },
  {
    file: 'api/publishing/first-comment/claim.ts',
    text: '.where(and(inArray(firstComments.deliveryId, due), isDue))',
    becomes: '.where(inArray(firstComments.deliveryId, due))',
    breaks: 'two workers that found the same first comment both claim it',
    tests: ['api/publishing/first-comment/first-comments.test.ts', 'api/publishing/lost-lease.test.ts'],
  },
  {
    file: 'api/publishing/first-comment/attempt.ts',
    text: '+now - +begunAt < ABSENT_AFTER_MS',
    becomes: 'false',
    breaks: 'a first comment that comes through late is added twice',
    tests: ['api/publishing/first-comment/uncertainty.test.ts'],
  },
  {
    file: 'api/publishing/first-comment/attempt.ts',
    text: '+now - +(delivery.publishedAt ?? now) > GIVE_UP_AFTER_MS',
    becomes: 'false',
    breaks: 'a first comment is retried forever',
    tests: ['api/publishing/first-comment/first-comments.test.ts'],
  },
  {
    file: 'api/publishing/first-comment/attempt.ts',
    text: 'const isElsewhere = publishedOn !== null && publishedOn !== linked?.account.providerId',
    becomes: 'const isElsewhere = false',
    breaks: 'a first comment is added by another account than the post’s',
    tests: ['api/publishing/first-comment/first-comments.test.ts'],
    accepted:
      'an account that takes another’s place is a new row, and a published delivery only follows its own: it has no account then, which fails the comment already',
  },
  {
    file: 'api/publishing/first-comment/attempt.ts',
    text: '((await findPreviousComment(work)) ?? {',
    becomes: '({',
    breaks: 'a first comment that is rejected as its own duplicate is shown as failed',
    tests: ['api/publishing/first-comment/uncertainty.test.ts'],
  },
  {
    file: 'api/publishing/first-comment/attempt.ts',
    text: '  if (work.comment.failures + 1 >= MAX_FAILURES)\n    return',
    becomes: '  if (false)\n    return',
    breaks: 'a first comment that is lost each time is resent forever',
    tests: ['api/publishing/first-comment/uncertainty.test.ts'],
  },
]
