import { needs, open, owners, type Rule } from './rule.ts'

/** Access rules of approvals. */
export const REVIEW_RULES: Record<string, Rule> = {
  'GET /api/businesses/:id/approval-rule': needs(
    'see',
    owners(({ domainId }) => [`businesses/${domainId}/approval-rule`]),
  ),
  'PUT /api/businesses/:id/approval-rule': needs(
    'configure',
    owners(({ domainId }) => [
      `businesses/${domainId}/approval-rule`,
      { method: 'PUT', json: { required: false } },
    ]),
  ),
  'GET /api/businesses/:id/review-links': needs(
    'connect',
    owners(({ domainId }) => [`businesses/${domainId}/review-links`]),
  ),
  'POST /api/businesses/:id/review-links': needs(
    'connect',
    owners(({ domainId, postId }) => [
      `businesses/${domainId}/review-links`,
      { json: { postIds: [postId] } },
    ]),
  ),
  'DELETE /api/businesses/:id/review-links/:linkId': needs(
    'connect',
    owners(({ domainId }) => [`businesses/${domainId}/review-links/x`, { method: 'DELETE' }], 404),
  ),
  'GET /api/businesses/:id/connect-links': needs(
    'connect',
    owners(({ domainId }) => [`businesses/${domainId}/connect-links`]),
  ),
  'POST /api/businesses/:id/connect-links': needs(
    'connect',
    owners(({ domainId }) => [`businesses/${domainId}/connect-links`, { json: { networks: ['facebook'] } }]),
  ),
  'DELETE /api/businesses/:id/connect-links/:linkId': needs(
    'connect',
    owners(({ domainId }) => [`businesses/${domainId}/connect-links/x`, { method: 'DELETE' }], 404),
  ),
  'GET /api/connect/:token': open('connect/nonsense', 404),
  'POST /api/connect/:token/:network/start': open(
    () => ['connect/nonsense/facebook/start', { method: 'POST' }],
    404,
  ),
  'GET /api/connect/:token/:network/options': open('connect/nonsense/facebook/options', 404),
  'POST /api/connect/:token/:network/choose': open(
    () => ['connect/nonsense/facebook/choose', { json: { id: 'x' } }],
    404,
  ),
  'GET /api/review/:token': open('review/nonsense', 404),
  'POST /api/review/:token/posts/:postId/approve': open(
    ({ postId }) => [
      `review/nonsense/posts/${postId}/approve`,
      { json: { name: 'Sam', contentHash: '0'.repeat(64) } },
    ],
    404,
  ),
  'POST /api/review/:token/posts/:postId/take-back': open(
    ({ postId }) => [
      `review/nonsense/posts/${postId}/take-back`,
      { json: { name: 'Sam', contentHash: '0'.repeat(64) } },
    ],
    404,
  ),
  'POST /api/review/:token/posts/:postId/request-changes': open(
    ({ postId }) => [
      `review/nonsense/posts/${postId}/request-changes`,
      { json: { name: 'Sam', comment: 'No' } },
    ],
    404,
  ),
  'POST /api/review/:token/posts/:postId/comments': open(
    ({ postId }) => [`review/nonsense/posts/${postId}/comments`, { json: { name: 'Sam', message: 'No' } }],
    404,
  ),
  'GET /api/posts/:id/comments': needs(
    'see',
    owners(({ postId }) => [`posts/${postId}/comments`]),
  ),
  'POST /api/posts/:id/comments': needs(
    'comment',
    owners(({ postId }) => [
      `posts/${postId}/comments`,
      { json: { message: 'Is this right?', internal: true } },
    ]),
  ),
  'PUT /api/posts/:id/comments/:remarkId': needs(
    'comment',
    owners(({ postId }) => [`posts/${postId}/comments/x`, { method: 'PUT', json: { resolved: true } }], 404),
  ),
  // An author sends drafts; this post is scheduled.
  'POST /api/posts/:id/submit': needs(
    'publish',
    owners(({ postId }) => [`posts/${postId}/submit`, { json: {} }]),
  ),
  'POST /api/posts/:id/approve': needs(
    'approve',
    owners(({ postId }) => [`posts/${postId}/approve`, { json: { contentHash: '0'.repeat(64) } }], 409),
  ),
  'POST /api/posts/:id/take-back': needs(
    'approve',
    owners(({ postId }) => [`posts/${postId}/take-back`, { json: { contentHash: '0'.repeat(64) } }], 409),
  ),
  'POST /api/posts/:id/request-changes': needs(
    'approve',
    owners(({ postId }) => [`posts/${postId}/request-changes`, { json: { comment: 'Please say when.' } }]),
  ),
}
