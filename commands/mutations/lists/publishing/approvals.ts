import type { Mutation } from '../../mutation.ts'

const TESTS = ['api/reviews/approvals.test.ts']

export const approvals: Mutation[] = [
  {
    file: 'api/approvals/conditions.ts',
    text: '    and hash.value = iif(${signsTime}, ${timed}, ${untimed})))`',
    becomes: '    ))`',
    breaks: 'content that nobody approved goes out once another version was approved',
    tests: ['api/reviews/gate.test.ts'],
  },
  {
    file: 'api/publishing/intent-log.ts',
    text: 'approval: {} })',
    becomes: '})',
    breaks: 'the intent is recorded without an approval',
    tests: ['api/reviews/gate.test.ts'],
  },
  {
    file: 'api/posts/edit-post.ts',
    text: '        isOnlyMoved ? or(approvalSignsTime, planned.needsApproval) : undefined,\n',
    becomes: '        approvalSignsTime,\n',
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
    text: "iif(${needsApproval}, ${reviewState(postId)}, 'scheduled')",
    becomes: "iif(false, ${reviewState(postId)}, 'scheduled')",
    breaks: 'an author schedules a post by changing it',
    tests: ['api/posts/may-change.test.ts'],
  },
  {
    file: 'api/posts/change-post.ts',
    text: '    ...requestApproval(ctx, chosenBy(ctx, { postId })),\n',
    becomes: '    ...requestApproval(ctx, sql`false`),\n',
    breaks: 'a retry or a new time schedules a post that nobody approved',
    tests: TESTS,
  },
  {
    file: 'api/posts/changes/cancel-post.ts',
    text: '    ...requestApproval(ctx, chosenBy(ctx, { postId })),\n',
    becomes: '    ...requestApproval(ctx, sql`false`),\n',
    breaks: 'undoing a cancellation schedules a post that nobody approved',
    tests: TESTS,
  },
  {
    file: 'api/reviews/decide.ts',
    text: '  if (found.hash !== contentHash) throw conflict(APPROVAL_MESSAGES.changed)\n',
    becomes: '',
    breaks: 'approving an outdated version approves the current one',
    tests: TESTS,
  },
  {
    file: 'api/reviews/decide.ts',
    text: '${fingerprint(post.id)} = ${seen} and ',
    becomes: '',
    breaks: 'an edit during an approval is shown as approved',
    tests: ['api/reviews/gate.test.ts'],
  },
  {
    file: 'api/publishing/holds/unapproved.ts',
    text: '        or(isNull(approvals.whenApproved), eq(approvals.whenApproved, false)),\n',
    becomes: '',
    breaks: 'a post that goes out when it is approved is held as late',
    tests: TESTS,
  },
  {
    file: 'api/links/links.ts',
    text: 'allOf(gt(table.expiresAt, now()), ',
    becomes: 'allOf(',
    breaks: 'an expired review link still works',
    tests: ['api/reviews/links/links.test.ts'],
  },
  {
    file: 'api/reviews/links/links.ts',
    text: '  await limit(ctx, counted)\n',
    becomes: '',
    breaks: 'the PIN of a review link can be guessed',
    tests: ['api/reviews/links/links.test.ts'],
  },
  {
    file: 'api/reviews/links/review.ts',
    text: "  if (!(await postIdsOf(ctx, link)).includes(postId))\n    throw new DomainError('not_found', REVIEW_LINK_MESSAGES.gone)\n",
    becomes: '',
    breaks: 'a review link decides on posts that it doesn’t show',
    tests: ['api/reviews/links/links.test.ts'],
  },
]
