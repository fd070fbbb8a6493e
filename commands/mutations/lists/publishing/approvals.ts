import type { Mutation } from '../../mutation.ts'

const TESTS = ['api/posts/reviews/approvals.test.ts']
const RACES = ['api/posts/reviews/races.test.ts']

export const approvals: Mutation[] = [
  {
    file: 'api/approvals/conditions.ts',
    text: '    and hash.value = ${contentHash}))`',
    becomes: '    ))`',
    breaks: 'content that nobody approved goes out once another version was approved',
    tests: ['api/posts/reviews/gate.test.ts'],
  },
  {
    file: 'api/publishing/intent-log.ts',
    text: 'approval: {} })',
    becomes: '})',
    breaks: 'the intent is recorded without an approval',
    tests: ['api/posts/reviews/gate.test.ts'],
  },
  {
    file: 'api/posts/edit-post.ts',
    text: '        isOnlyMoved ? moved.needsApproval : undefined,\n',
    becomes: '        sql`false`,\n',
    breaks: 'an edit keeps the approval of the old text',
    tests: TESTS,
  },
  {
    file: 'api/posts/revisions/replace-content.ts',
    text: 'withdrawApproval(ctx, postId, and(guard, or(needsApproval, not(stillCovers(hashes)))))',
    becomes: 'withdrawApproval(ctx, postId, sql`false`)',
    breaks: 'other pictures keep the approval of the old ones',
    tests: TESTS,
  },
  {
    file: 'api/posts/may-change.ts',
    text: ' and not exists ${approved}',
    becomes: '',
    breaks: 'an author takes an approved post off the schedule',
    tests: ['api/posts/may-change.test.ts'],
  },
  {
    file: 'api/posts/may-change.ts',
    text: "iif(${waits}, ${reviewState(postId)}, 'scheduled')",
    becomes: "iif(false, ${reviewState(postId)}, 'scheduled')",
    breaks: 'an author schedules a post by changing it',
    tests: ['api/posts/may-change.test.ts'],
  },
  {
    file: 'api/posts/may-change.ts',
    text: 'anyOf(needsApproval, isAwaited(postId))',
    becomes: 'needsApproval',
    breaks: 'a change schedules a post in review once the rule is off',
    tests: TESTS,
  },
  {
    file: 'api/posts/may-change.ts',
    text: 'anyOf(needsApproval, inArray(deliveries.state, REVIEW_STATES))',
    becomes: 'needsApproval',
    breaks: 'a post in review that gets a time once the rule is off counts as unscheduled',
    tests: TESTS,
  },
  {
    file: 'api/posts/change-post.ts',
    text: '...requestApproval(ctx, chosenBy(ctx, { postId }, may), movesTo',
    becomes: '...requestApproval(ctx, sql`false`, movesTo',
    breaks: 'a retry or a new time schedules a post that nobody approved',
    tests: TESTS,
  },
  {
    file: 'api/publishing/holds/unapproved.ts',
    text: '        or(isNull(approvals.whenApproved), eq(approvals.whenApproved, false)),\n',
    becomes: '',
    breaks: 'a post that goes out when it is approved is held as late',
    tests: TESTS,
  },
  {
    file: 'api/businesses/links.ts',
    text: 'allOf(gt(table.expiresAt, now()), ',
    becomes: 'allOf(',
    breaks: 'an expired review link still works',
    tests: ['api/posts/reviews/links/links.test.ts'],
  },
  {
    file: 'api/posts/edit-post.ts',
    text: '    altTexts.length > 0 ? isInNoUpload(postId) : undefined,\n',
    becomes: '',
    breaks: 'pictures that were uploaded with other alt texts go out after the new ones are approved',
    tests: RACES,
  },
  {
    file: 'api/publishing/settlement/settle.ts',
    text: '          withdrawApproval(ctx, delivery.postId, settled),\n',
    becomes: '',
    breaks: 'what the gate held can never be approved again',
    tests: ['api/posts/reviews/gate.test.ts'],
  },
]
