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
    text: '        isOnlyMoved ? approvalSignsTime : undefined,\n',
    becomes: '        approvalSignsTime,\n',
    breaks: 'an edit keeps the approval of the old text',
    tests: TESTS,
  },
  {
    file: 'api/posts/revisions/replace-content.ts',
    text: 'withdrawApproval(ctx, postId, and(guard, not(stillCovers(hashes))))',
    becomes: 'withdrawApproval(ctx, postId, sql`false`)',
    breaks: 'other pictures keep the approval of the old ones',
    tests: TESTS,
  },
  {
    file: 'api/posts/change-post.ts',
    text: '    ...askForApproval(ctx, chosenBy(ctx, { postId })),\n',
    becomes: '    ...askForApproval(ctx, sql`false`),\n',
    breaks: 'a retry or a new time schedules a post that nobody approved',
    tests: TESTS,
  },
  {
    file: 'api/posts/changes/cancel-post.ts',
    text: '    ...askForApproval(ctx, chosenBy(ctx, { postId })),\n',
    becomes: '    ...askForApproval(ctx, sql`false`),\n',
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
    text: 'where ${fingerprint(post.id)} = ${seen}`',
    becomes: 'where ${fingerprint(post.id)} = ${seen} or true`',
    breaks: 'an edit during an approval is shown as approved',
    tests: ['api/reviews/gate.test.ts'],
  },
  {
    file: 'api/publishing/hold-unapproved.ts',
    text: '        or(isNull(approvals.whenApproved), eq(approvals.whenApproved, false)),\n',
    becomes: '',
    breaks: 'a post that goes out when it is approved is held as late',
    tests: TESTS,
  },
]
