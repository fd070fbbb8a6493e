import { needs, own, owners, type Rule } from './rule.ts'

/** Access rules of posts and drafts. */
export const POST_RULES: Record<string, Rule> = {
  'GET /api/posts': needs('see', own('posts')),
  'GET /api/posts/counts': needs('see', own('posts/counts')),
  'GET /api/posts/calendar': needs(
    'see',
    own('posts/calendar?from=2030-01-01T00:00:00Z&to=2030-02-01T00:00:00Z'),
  ),
  'GET /api/posts/:id': needs(
    'see',
    owners(({ postId }) => [`posts/${postId}`]),
  ),
  'GET /api/posts/:id/series': needs(
    'see',
    owners(({ postId }) => [`posts/${postId}/series`]),
  ),
  'GET /api/posts/:id/content': needs(
    'write',
    owners(({ postId }) => [`posts/${postId}/content`]),
  ),
  'PUT /api/posts/:id': needs(
    'publish',
    owners(({ postId }) => [`posts/${postId}`, { method: 'PUT', json: { altTexts: ['red'] } }]),
  ),
  'POST /api/posts/:id/move': needs(
    'publish',
    owners(({ postId }) => [`posts/${postId}/move`, { json: { scheduledTime: 1_893_600_000 } }]),
  ),
  // Swaps a post with itself. swap.test.ts tests that nobody else's can be the other.
  'POST /api/posts/:id/swap': needs(
    'publish',
    owners(({ postId }) => [`posts/${postId}/swap`, { json: { other: { postId } } }]),
  ),
  'POST /api/posts/:id/repeat': needs(
    'publish',
    owners(({ postId }) => [`posts/${postId}/repeat`, { json: { repeat: null } }], 409),
  ),
  'POST /api/posts/:id/repeat/undo': needs(
    'publish',
    owners(({ postId }) => [`posts/${postId}/repeat/undo`, { json: {} }], 409),
  ),
  'POST /api/posts/:id/retry': needs(
    'publish',
    owners(({ postId }) => [`posts/${postId}/retry`, { json: {} }], 409),
  ),
  'POST /api/posts/:id/cancel': needs(
    'publish',
    owners(({ postId }) => [`posts/${postId}/cancel`, { json: {} }]),
  ),
  'POST /api/posts/:id/restore': needs(
    'publish',
    owners(({ postId }) => [`posts/${postId}/restore`, { json: {} }]),
  ),
  'POST /api/posts/:id/discard': needs(
    'publish',
    owners(({ postId }) => [`posts/${postId}/discard`, { json: {} }]),
  ),
  'POST /api/posts/:id/duplicate': needs(
    'write',
    owners(({ postId }) => [`posts/${postId}/duplicate`, { json: {} }]),
  ),
  'GET /api/posts/:id/copies': needs(
    'write',
    owners(({ postId }) => [`posts/${postId}/copies`]),
  ),
  // Responds with 200 and an outcome per business. copies.test.ts tests that another user's business gets nothing.
  'POST /api/posts/:id/copies': needs(
    'write',
    owners(({ postId }) => [`posts/${postId}/copies`, { json: { domainIds: ['gone'] } }]),
  ),
  // Responds with 200 and an outcome per post. bulk.test.ts tests that another user's post is not found.
  'POST /api/posts/bulk': own(({ postId }) => [
    'posts/bulk',
    { json: { action: 'retry', postIds: [postId] } },
  ]),
  'GET /api/drafts': needs('see', own('drafts')),
  'GET /api/drafts/:id': needs(
    'write',
    owners(({ draftId }) => [`drafts/${draftId}`]),
  ),
  'PUT /api/drafts/:id': needs(
    'write',
    owners(({ draftId }) => [`drafts/${draftId}`, { method: 'PUT', json: { version: 1, content: {} } }]),
  ),
  'GET /api/drafts/:id/copies': needs(
    'write',
    owners(({ draftId }) => [`drafts/${draftId}/copies`]),
  ),
  // Responds with 200 and an outcome per business, like the copies of posts.
  'POST /api/drafts/:id/copies': needs(
    'write',
    owners(({ draftId }) => [`drafts/${draftId}/copies`, { json: { domainIds: ['gone'] } }]),
  ),
  // Responds with 200 and an outcome per draft. delete-copies.test.ts tests that another user's draft stays.
  'POST /api/drafts/delete-copies': own(() => ['drafts/delete-copies', { json: { draftIds: ['gone'] } }]),
  // Likewise, tested by schedule-drafts.test.ts.
  'POST /api/drafts/schedule': own(() => ['drafts/schedule', { json: { draftIds: ['gone'] } }]),
  'POST /api/drafts/:id/restore': needs(
    'write',
    owners(({ draftId }) => [`drafts/${draftId}/restore`, { json: {} }]),
  ),
  'DELETE /api/drafts/:id': needs(
    'write',
    owners(({ draftId }) => [`drafts/${draftId}`, { method: 'DELETE' }]),
  ),
}
