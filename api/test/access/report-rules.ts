import { admins, needs, open, own, owners, type Rule } from './rule.ts'

/** Access rules of monthly reports. */
export const REPORT_RULES: Record<string, Rule> = {
  'GET /report/:token': open('/report/nonsense', 404),
  'GET /report/:token/pdf': open('/report/nonsense/pdf', 404),
  'GET /api/reports': needs(
    'see',
    own(({ domainId }) => [`reports?domainId=${domainId}`]),
  ),
  'POST /api/reports': needs(
    'configure',
    owners(({ domainId }) => ['reports', { json: { domainId, month: '2029-12' } }]),
  ),
  'GET /report/stop': open('/report/stop', 404),
  'POST /report/stop': open(() => ['/report/stop', { method: 'POST' }], 404),
  'POST /report/resume': open(() => ['/report/resume', { method: 'POST' }], 404),
  'GET /api/reports/brand': admins('reports/brand'),
  'PUT /api/reports/brand': admins(() => {
    const form = new FormData()
    form.set('color', '#123456')
    form.set('accent', '#ffcc00')
    return ['reports/brand', { method: 'PUT', form }]
  }),
  'GET /api/reports/mailing': needs(
    'see',
    own(({ domainId }) => [`reports/mailing?domainId=${domainId}`]),
  ),
  'PUT /api/reports/mailing': needs(
    'configure',
    owners(({ domainId }) => [
      'reports/mailing',
      { method: 'PUT', json: { domainId, day: 3, recipients: ['sam@example.com'] } },
    ]),
  ),
  'GET /api/reports/:id': needs(
    'see',
    owners(({ reportId }) => [`reports/${reportId}`]),
  ),
  'POST /api/reports/:id/release': needs(
    'configure',
    owners(
      ({ reportId }) => [
        `reports/${reportId}/release`,
        { json: { preparedAt: '2030-01-01T00:00:00.000Z', recipients: [] } },
      ],
      409,
    ),
  ),
  'POST /api/reports/:id/summary': needs(
    'configure',
    owners(({ reportId }) => [`reports/${reportId}/summary`, { method: 'POST' }]),
  ),
  'POST /api/reports/:id/withdraw': needs(
    'configure',
    owners(({ reportId }) => [`reports/${reportId}/withdraw`, { method: 'POST' }], 409),
  ),
  'GET /api/reports/:id/pdf': needs(
    'see',
    owners(({ reportId }) => [`reports/${reportId}/pdf`], 404),
  ),
}
