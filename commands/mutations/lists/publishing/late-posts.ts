import type { Mutation } from '../../mutation.ts'

const tests = ['api/publishing/reconciliation/late-posts.test.ts']

export const latePosts: Mutation[] = [
  {
    file: 'api/publishing/settlement/settle.ts',
    text: '  const writeOff = writeOffCall(ctx, delivery, withdraws)',
    becomes: '  const writeOff = writeOffCall(ctx, delivery, sql`false`)',
    breaks: 'a call that Google executes late publishes the post twice',
    tests,
  },
  {
    file: 'api/publishing/reconciliation/late-posts.ts',
    text: '  if (!isShown(own)) return scheduleCheck(ctx, call, nextCheck(call, ctx.now()))\n',
    becomes: '',
    breaks: 'the only post is deleted after its author removed the other one',
    tests,
  },
  {
    file: 'api/publishing/reconciliation/late-posts.ts',
    text: 'isAsSent && id !== own',
    becomes: 'id !== own',
    breaks: 'a post that somebody added by hand is deleted',
    tests,
  },
  {
    file: 'api/publishing/reconciliation/late-posts.ts',
    text: "delivery.state === 'published'\n      ?",
    becomes: "delivery.state !== 'publishing'\n      ?",
    breaks: 'the author of a canceled post that is public is not notified',
    tests,
  },
  {
    file: 'api/publishing/reconciliation/late-posts.ts',
    text: 'call.externalId && !isTransient(error)',
    becomes: 'false',
    breaks: 'nobody is asked to remove a second post that Google won’t delete',
    tests,
  },
  {
    file: 'api/publishing/reconciliation/written-off-calls.ts',
    text: "step.result ->> 'id' = ${externalId} or ",
    becomes: '',
    breaks: 'a delivery’s post is deleted because another one has the same text',
    tests,
  },
  {
    file: 'api/publishing/reconciliation/written-off-calls.ts',
    text: ' or (step.result is null and other.message = ${call.message})',
    becomes: '',
    breaks: 'a post is deleted that another delivery published without a response',
    tests,
  },
  {
    file: 'api/publishing/reconciliation/written-off-calls.ts',
    text: '(nextCheck(call, now) ?? new Date(+now + POSTPONED_BY_MS))',
    becomes: 'nextCheck(call, now)',
    breaks: 'a second post stays if the account was disconnected for three hours',
    tests,
  },
  {
    file: 'api/networks/google/late-posts.ts',
    text: '  createdAt(post) <= +until &&\n',
    becomes: '',
    breaks: 'a post that somebody repeats by hand hours later is deleted',
    tests,
  },
  {
    file: 'api/networks/google/late-posts.ts',
    text: "error.code !== 'google/NOT_FOUND'",
    becomes: 'true',
    breaks: 'a second post that is gone already is reported to the author',
    tests,
  },
  {
    file: 'api/publishing/attempt.ts',
    text: '  if (!intentLog.mayBeLive()) await adoptLatePost(ctx, delivery, linked, intentLog)\n',
    becomes: '',
    breaks: 'a post that appeared while its delivery waited for a limit or a sign-in is sent again',
    tests,
  },
  {
    file: 'api/publishing/reconciliation/late-posts.ts',
    text: '    if (call.message !== delivery.message) {\n      await scheduleCheck(ctx, call, soon(ctx.now()))\n      continue\n    }\n',
    becomes: '',
    breaks: 'an edited post is not sent, because the network shows the text from before the edit',
    tests,
  },
  {
    file: 'api/publishing/reconciliation/written-off-calls.ts',
    text: 'null), ${loggedCalls})) call',
    becomes: "null), '[]')) call",
    breaks: 'a late call that the database lost publishes the post twice',
    tests: ['api/publishing/reconciliation/lost-edits.test.ts'],
  },
  {
    file: 'api/deliveries/may-be-published.ts',
    text: 'where delivery_id = ${deliveryId} and external_id is null',
    becomes: 'where false and external_id is null',
    breaks: 'a post that may appear late is said not to be out when its account is disconnected',
    tests,
  },
]
