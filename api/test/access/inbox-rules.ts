import { needs, own, owners, type Rule } from './rule.ts'

export const INBOX_RULES: Record<string, Rule> = {
  'GET /api/inbox': needs('see', own('inbox')),
  'GET /api/inbox/counts': needs('see', own('inbox/counts')),
  'GET /api/inbox/status': needs('see', own('inbox/status')),
  'POST /api/inbox/refresh': needs(
    'see',
    own(() => ['inbox/refresh', { json: {} }]),
  ),
  'GET /api/inbox/review-form': needs('see', own('inbox/review-form', 404)),
  'GET /api/inbox/:id': needs(
    'see',
    owners(({ inboxItemId }) => [`inbox/${inboxItemId}`]),
  ),
  'PATCH /api/inbox/:id': needs(
    'publish',
    owners(({ inboxItemId }) => [`inbox/${inboxItemId}`, { method: 'PATCH', json: { state: 'open' } }]),
  ),
  'POST /api/inbox/:id/reply': needs(
    'publish',
    owners(
      ({ inboxItemId }) => [`inbox/${inboxItemId}/reply`, { json: { message: 'Hello', version: 99 } }],
      409,
    ),
  ),
  'POST /api/inbox/:id/draft': needs(
    'publish',
    owners(({ inboxItemId }) => [`inbox/${inboxItemId}/draft`, { json: {} }]),
  ),
  'GET /api/saved-replies': needs('see', own('saved-replies')),
  'PUT /api/saved-replies/:id': needs(
    'write',
    owners(({ savedReplyId }) => [
      `saved-replies/${savedReplyId}`,
      { method: 'PUT', json: { name: 'Thanks', text: 'Thank you!' } },
    ]),
  ),
  'DELETE /api/saved-replies/:id': needs(
    'write',
    owners(({ savedReplyId }) => [`saved-replies/${savedReplyId}`, { method: 'DELETE' }]),
  ),
}
