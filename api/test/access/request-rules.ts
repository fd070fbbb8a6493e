import { admins, open, own, type Rule } from './rule.ts'

type Statuses = { reply: number; client: number; undo: number }

const ofKind = (kind: 'support' | 'feature', { reply, client, undo }: Statuses): Record<string, Rule> => {
  const name = `${kind}Requests`
  const call = (rest = '', init?: { method?: string; json?: object }, status?: number) =>
    admins(({ requestIds }) => [`admin/${name}/${requestIds[kind]}${rest}`, init], status)
  return {
    [`GET /api/admin/${name}`]: admins(`admin/${name}`),
    [`GET /api/admin/${name}/:id`]: call(),
    [`GET /api/admin/${name}/:id/sender`]: call('/sender'),
    [`PATCH /api/admin/${name}/:id`]: call('', { method: 'PATCH', json: { version: 1, status: 'new' } }),
    [`POST /api/admin/${name}/:id/notes`]: call('/notes', { json: { text: 'Called, no answer' } }),
    [`POST /api/admin/${name}/:id/replies`]: call(
      '/replies',
      { json: { version: 1, subject: 'Your message', text: 'Hello' } },
      reply,
    ),
    [`POST /api/admin/${name}/:id/client`]: call(
      '/client',
      { json: { version: 1, businessName: 'Harbour Bakehouse', websiteURL: '', email: '' } },
      client,
    ),
    [`POST /api/admin/${name}/:id/client/undo`]: call(
      '/client/undo',
      { json: { version: 1, status: 'new' } },
      undo,
    ),
    [`DELETE /api/admin/${name}/:id`]: call('', { method: 'DELETE' }),
    [`POST /api/admin/${name}/:id/restore`]: call('/restore', { json: {} }),
  }
}

/** Access rules of the agency's requests. The feature request has no e-mail to reply to; a reply raises the version. */
export const REQUEST_RULES: Record<string, Rule> = {
  'GET /api/admin/requests/unanswered': admins('admin/requests/unanswered'),
  'GET /api/admin/requests/administrators': admins('admin/requests/administrators'),
  'POST /api/audits': open(() => ['audits', { json: { url: 'http://127.0.0.1/' } }], 400),
  'GET /api/audits/:token': open('audits/nonsense', 404),
  'POST /api/audits/:token/mail': open(
    () => ['audits/nonsense/mail', { json: { email: 'pat@example.com' } }],
    404,
  ),
  'POST /api/audits/:token/request': open(
    () => ['audits/nonsense/request', { json: { fullname: 'Pat', email: 'pat@example.com' } }],
    404,
  ),
  'GET /api/bookings/slots': open('bookings/slots'),
  'POST /api/bookings': open(
    () => [
      'bookings',
      {
        json: {
          startsAt: '2030-01-01T00:00:00Z',
          fullname: 'Pat',
          email: 'pat@example.com',
          contact: '0400 000 000',
          message: 'Hello',
        },
      },
    ],
    409,
  ),
  'GET /api/bookings/:token': open('bookings/nonsense', 404),
  'GET /api/bookings/:token/call.ics': open('bookings/nonsense/call.ics', 404),
  'POST /api/bookings/:token/move': open(
    () => ['bookings/nonsense/move', { json: { startsAt: '2030-01-01T00:00:00Z' } }],
    404,
  ),
  'POST /api/bookings/:token/cancel': open(() => ['bookings/nonsense/cancel', { method: 'POST' }], 404),
  'POST /api/trial-weeks': open(() => [
    'trial-weeks',
    { json: { businessName: 'Harbour Bakehouse', suburb: 'Brunswick' } },
  ]),
  'POST /api/trial-weeks/:token/keep': own(() => ['trial-weeks/nonsense/keep', { method: 'POST' }], 404),
  ...ofKind('support', { reply: 200, client: 409, undo: 200 }),
  ...ofKind('feature', { reply: 400, client: 200, undo: 409 }),
}
