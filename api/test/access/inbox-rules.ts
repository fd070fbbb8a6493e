import { needs, own, owners, type Rule } from './rule.ts'

const NOTE = '018f0000-0000-7000-8000-00000000000e'
const NO_NOTE = '018f0000-0000-7000-8000-00000000000f'

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
  'PUT /api/inbox/:id/reply': needs(
    'publish',
    owners(
      ({ inboxItemId }) => [
        `inbox/${inboxItemId}/reply`,
        { method: 'PUT', json: { message: 'Hello', version: 99 } },
      ],
      409,
    ),
  ),
  'POST /api/inbox/:id/act': needs(
    'publish',
    owners(({ inboxItemId }) => [`inbox/${inboxItemId}/act`, { json: { act: 'show' } }], 409),
  ),
  'DELETE /api/inbox/:id/act': needs(
    'publish',
    owners(({ inboxItemId }) => [`inbox/${inboxItemId}/act`, { method: 'DELETE' }], 409),
  ),
  'POST /api/inbox/:id/draft': needs(
    'publish',
    owners(({ inboxItemId }) => [`inbox/${inboxItemId}/draft`, { json: {} }]),
  ),
  'GET /api/inbox/:id/notes': needs(
    'see',
    owners(({ inboxItemId }) => [`inbox/${inboxItemId}/notes`]),
  ),
  'PUT /api/inbox/:id/notes/:note': needs(
    'comment',
    owners(({ inboxItemId }) => [
      `inbox/${inboxItemId}/notes/${NOTE}`,
      { method: 'PUT', json: { text: 'Hello' } },
    ]),
  ),
  'DELETE /api/inbox/:id/notes/:note': needs(
    'comment',
    owners(({ inboxItemId }) => [`inbox/${inboxItemId}/notes/${NO_NOTE}`, { method: 'DELETE' }], 404),
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
