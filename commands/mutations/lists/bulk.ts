import type { Mutation } from '../mutation.ts'

export const bulk: Mutation[] = [
  {
    file: 'api/approvals/waiting.ts',
    text: "${isAllowedIn({ userId }, domainId, 'approve')} and ",
    becomes: '',
    breaks: 'people who may not approve see a list of posts that wait for them',
    tests: ['api/posts/reviews/waiting.test.ts'],
  },
  {
    file: 'api/posts/drafts/delete-copies.ts',
    text: "        isOwnOrAllowed(ctx, drafts, 'write'),\n",
    becomes: '',
    breaks: 'anybody deletes the drafts of another business',
    tests: ['api/posts/drafts/delete-copies.test.ts'],
  },
  {
    file: 'api/posts/drafts/delete-copies.ts',
    text: '        eq(drafts.version, 1),\n',
    becomes: '',
    breaks: 'undoing a bulk copy deletes a copy that somebody has changed',
    tests: ['api/posts/drafts/delete-copies.test.ts'],
  },
  {
    file: 'site/dashboard/posts/bulk/selection.ts',
    text: "seenHashes.get(_id) ?? approval?.contentHash ?? ''",
    becomes: "approval?.contentHash ?? ''",
    breaks: 'approving a post also approves changes that were made after it was selected',
    tests: ['site/dashboard/posts/bulk/approve.test.ts'],
  },
]
