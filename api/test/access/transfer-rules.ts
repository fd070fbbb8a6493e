import { spreadsheet } from './request-bodies.ts'
import { needs, open, own, owners, type Rule } from './rule.ts'

/** Access rules of import, export, calendar feeds and the media library. */
export const TRANSFER_RULES: Record<string, Rule> = {
  'GET /api/posts/export': needs('see', own('posts/export')),
  'GET /api/imports/template': open('imports/template'),
  'GET /api/imports': needs('publish', own('imports')),
  'POST /api/imports': needs(
    'publish',
    own(() => ['imports', { form: spreadsheet() }]),
  ),
  'GET /api/imports/:id': needs(
    'publish',
    owners(({ importId }) => [`imports/${importId}`]),
  ),
  'GET /api/imports/:id/rows': needs(
    'publish',
    owners(({ importId }) => [`imports/${importId}/rows`]),
  ),
  'GET /api/imports/:id/rows/:line': needs(
    'publish',
    owners(({ importId }) => [`imports/${importId}/rows/2`]),
  ),
  'PUT /api/imports/:id/rows/:line': needs(
    'publish',
    owners(({ importId }) => [
      `imports/${importId}/rows/2`,
      { method: 'PUT', json: { cells: [{ column: 0, text: 'Hello' }] } },
    ]),
  ),
  'PUT /api/imports/:id/settings': needs(
    'publish',
    owners(({ importId }) => [
      `imports/${importId}/settings`,
      { method: 'PUT', json: { columns: ['text', 'date'], timeZone: 'UTC', dateOrder: 'dmy' } },
    ]),
  ),
  'POST /api/imports/:id/start': needs(
    'publish',
    owners(({ importId }) => [`imports/${importId}/start`, { json: {} }], 409),
  ),
  'POST /api/imports/:id/stop': needs(
    'publish',
    owners(({ importId }) => [`imports/${importId}/stop`, { method: 'POST' }]),
  ),
  'POST /api/imports/:id/undo': needs(
    'publish',
    owners(({ importId }) => [`imports/${importId}/undo`, { method: 'POST' }]),
  ),
  'DELETE /api/imports/:id': needs(
    'publish',
    owners(({ importId }) => [`imports/${importId}`, { method: 'DELETE' }]),
  ),
  'GET /api/feeds/:file': open('feeds/nonsense.ics', 404),
  'GET /api/calendarFeeds/:domainId': needs(
    'see',
    owners(({ domainId }) => [`calendarFeeds/${domainId}`]),
  ),
  'POST /api/calendarFeeds/:domainId': needs(
    'configure',
    owners(({ domainId }) => [`calendarFeeds/${domainId}`, { method: 'POST' }]),
  ),
  'DELETE /api/calendarFeeds/:domainId': needs(
    'configure',
    owners(({ domainId }) => [`calendarFeeds/${domainId}`, { method: 'DELETE' }]),
  ),
  'GET /api/media/library': needs('see', own('media/library')),
  'GET /api/media/labels': needs('see', own('media/labels')),
  'GET /api/media/:id': needs(
    'see',
    owners(({ mediaId }) => [`media/${mediaId}`]),
  ),
  'GET /api/media/:id/uses': needs(
    'see',
    owners(({ mediaId }) => [`media/${mediaId}/uses`]),
  ),
  'PATCH /api/media/:id': needs(
    'write',
    owners(({ mediaId }) => [`media/${mediaId}`, { method: 'PATCH', json: { altText: 'A red door' } }]),
  ),
  'POST /api/media/:id/labels': needs(
    'write',
    owners(({ mediaId }) => [`media/${mediaId}/labels`, { json: { add: ['Shop'] } }]),
  ),
  'DELETE /api/media/:id': needs(
    'write',
    owners(({ mediaId }) => [`media/${mediaId}`, { method: 'DELETE' }]),
  ),
  'POST /api/media/:id/restore': needs(
    'write',
    owners(({ mediaId }) => [`media/${mediaId}/restore`, { method: 'POST' }]),
  ),
}
