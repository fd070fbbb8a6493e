import { admins, needs, open, own, owners, type Rule } from './rule.ts'

/** Access rules of members and invitations. */
export const MEMBER_RULES: Record<string, Rule> = {
  'GET /api/businesses/:id/members': needs(
    'see',
    owners(({ domainId }) => [`businesses/${domainId}/members`]),
  ),
  'POST /api/businesses/:id/members': needs(
    'own',
    owners(({ domainId }) => [
      `businesses/${domainId}/members`,
      { json: { email: 'mia@example.com', role: 'viewer' } },
    ]),
  ),
  'PATCH /api/businesses/:id/members/:memberId': needs(
    'own',
    owners(
      ({ domainId }) => [
        `businesses/${domainId}/members/nobody`,
        { method: 'PATCH', json: { role: 'viewer' } },
      ],
      404,
    ),
  ),
  'DELETE /api/businesses/:id/members/:memberId': needs(
    'own',
    owners(({ domainId }) => [`businesses/${domainId}/members/nobody`, { method: 'DELETE' }], 404),
  ),
  'GET /api/businesses/:id/activity': needs(
    'see',
    owners(({ domainId }) => [`businesses/${domainId}/activity`]),
  ),
  'GET /api/businesses/:id/activity/export': needs(
    'see',
    owners(({ domainId }) => [`businesses/${domainId}/activity/export`]),
  ),
  'POST /api/businesses/:id/visit': admins(() => ['businesses/nothing/visit', { method: 'POST' }], 404),
  'DELETE /api/businesses/:id/visit': admins(() => ['businesses/nothing/visit', { method: 'DELETE' }]),
  'GET /api/clients': needs('see', own('clients')),
  'GET /api/invitations/:token': open(() => [`invitations/${'a'.repeat(52)}`], 404),
  'POST /api/invitations/:token/accept': own(
    () => [`invitations/${'a'.repeat(52)}/accept`, { method: 'POST' }],
    404,
  ),
}
