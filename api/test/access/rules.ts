import { createECDH } from 'node:crypto'

import { DEFAULT_SETTINGS } from '#shared/settings.ts'
import { PASSWORD } from '../app.ts'
import { NETWORK_TESTS } from '../networks.ts'
import { INBOX_RULES } from './inbox-rules.ts'
import { MEMBER_RULES } from './member-rules.ts'
import { POST_RULES } from './post-rules.ts'
import { REPORT_RULES } from './report-rules.ts'
import { contactRequest, scheduledPost, unsigned, upload } from './request-bodies.ts'
import { REQUEST_RULES } from './request-rules.ts'
import { REVIEW_RULES } from './review-rules.ts'
import { admins, needs, open, own, owners, type Rule } from './rule.ts'
import { TRANSFER_RULES } from './transfer-rules.ts'

const ofNetworks: Record<string, Rule> = Object.assign(
  {},
  ...Object.values(NETWORK_TESTS).map(({ access }) => access),
)

/** Access rules of all routes. A missing route fails the test. Deletions come last, since the rules share data. */
export const RULES: Record<string, Rule> = {
  'GET /api/health': open('health'),
  'GET /api/metrics': open('metrics', 404),
  'GET /api/openapi.json': open('openapi.json'),
  'GET /api/docs': open('docs'),
  'POST /api/users/register': open(() => ['users/register', { json: {} }], 400),
  'POST /api/users/verify-otp': open(() => ['users/verify-otp', { json: {} }], 400),
  'POST /api/users/resend-otp': open(() => ['users/resend-otp', { json: { email: 'x@example.com' } }]),
  'POST /api/users/login': open(
    () => ['users/login', { json: { email: 'x@example.com', password: 'x' } }],
    401,
  ),
  'GET /api/users/auth/google': open('users/auth/google'),
  'DELETE /api/users/auth/google': own(() => ['users/auth/google', { method: 'DELETE' }], 409),
  'POST /api/users/auth/google/allow': own(() => ['users/auth/google/allow', { json: {} }]),
  'POST /api/users/auth/google-login': open(
    () => ['users/auth/google-login', { json: { tokenData: 'x' } }],
    401,
  ),
  'POST /api/users/reset-password': open(() => [
    'users/reset-password',
    { json: { email: 'x@example.com' } },
  ]),
  'POST /api/users/saveContactRequest': open(() => ['users/saveContactRequest', { json: contactRequest }]),
  'POST /api/users/saveSupportRequest': own(() => [
    'users/saveSupportRequest',
    { json: { kind: 'question', subject: 'other', message: 'Hello', email: 'pat@example.com' } },
  ]),
  'POST /api/users/saveFeatureRequest': open(() => [
    'users/saveFeatureRequest',
    { json: { name: 'Pat', contact: '0400 000 000' } },
  ]),
  'POST /api/compliance/facebook/data-deletion': open(unsigned('facebook/data-deletion'), 400),
  'POST /api/compliance/facebook/deauthorize': open(unsigned('facebook/deauthorize'), 400),
  'POST /api/compliance/instagram/data-deletion': open(unsigned('instagram/data-deletion'), 400),
  'POST /api/compliance/instagram/deauthorize': open(unsigned('instagram/deauthorize'), 400),
  'GET /api/compliance/deletions/:code': open('compliance/deletions/nonsense', 404),
  ...REQUEST_RULES,
  ...REVIEW_RULES,
  'POST /api/users/getUserInfo': own(() => ['users/getUserInfo', { json: {} }]),
  'PUT /api/users/updateProfile': own(() => {
    const form = new FormData()
    form.set('bio', 'Here since 2030')
    return ['users/updateProfile', { method: 'PUT', form }]
  }),
  'PUT /api/users/updatePassword': own(
    () => ['users/updatePassword', { method: 'PUT', json: { oldPassword: 'x', newPassword: 'Fresh#Tap9' } }],
    400,
  ),
  'GET /api/users/email-change': own('users/email-change'),
  'POST /api/users/email-change': own(
    () => ['users/email-change', { json: { email: 'x@example.com' } }],
    400,
  ),
  'POST /api/users/email-change/confirm': own(
    () => ['users/email-change/confirm', { json: { otp: '123456' } }],
    400,
  ),
  'POST /api/users/email-change/resend': own(() => ['users/email-change/resend', { json: {} }], 404),
  'DELETE /api/users/email-change': own(() => ['users/email-change', { method: 'DELETE' }]),
  'GET /uploads/:fileName': open('/uploads/nobody.webp', 404),
  'GET /api/sessions': own('sessions'),
  'DELETE /api/sessions/:id': own(() => ['sessions/nonsense', { method: 'DELETE' }], 404),
  'DELETE /api/sessions': own(() => ['sessions', { method: 'DELETE' }]),
  'POST /api/users/requestDeletion': own(
    () => ['users/requestDeletion', { json: { confirm: 'delete' } }],
    400,
  ),
  'POST /api/users/cancelDeletion': own(() => ['users/cancelDeletion', { json: {} }]),
  'GET /api/users/export': own('users/export'),
  'POST /api/users/exportLink': own(() => ['users/exportLink', { json: {} }]),
  'GET /api/users/getUserDomain': own('users/getUserDomain'),
  'GET /api/users/getUserActiveDomain': own('users/getUserActiveDomain'),
  'POST /api/users/saveUserDomain': own(() => [
    'users/saveUserDomain',
    { json: { businessName: 'Another' } },
  ]),
  'POST /api/users/updateUserDomain': needs(
    'configure',
    owners(({ domainId }) => [
      'users/updateUserDomain',
      { json: { domainId, businessName: 'Pat’s Plumbing & Sons' } },
    ]),
  ),
  'PATCH /api/domains/:id': needs(
    'configure',
    owners(({ domainId }) => [
      `domains/${domainId}`,
      { method: 'PATCH', json: { timeZone: 'Australia/Perth' } },
    ]),
  ),
  'GET /api/domains/:id/voice': needs(
    'see',
    owners(({ domainId }) => [`domains/${domainId}/voice`]),
  ),
  'PUT /api/domains/:id/voice': needs(
    'configure',
    owners(({ domainId }) => [`domains/${domainId}/voice`, { method: 'PUT', json: { about: 'Taps' } }]),
  ),
  'POST /api/users/refreshPerformance': needs(
    'configure',
    owners(
      ({ domainId }) => ['users/refreshPerformance', { json: { domainId, websiteURL: 'http://127.0.0.1' } }],
      400,
    ),
  ),
  'GET /api/users/scoreHistory': own('users/scoreHistory'),
  'GET /api/users/scoreHistory/:id': needs(
    'see',
    owners(({ domainId }) => [`users/scoreHistory/${domainId}`]),
  ),
  'GET /api/admin/siteScores': admins('admin/siteScores'),
  'POST /api/admin/siteScores/refresh': admins(() => ['admin/siteScores/refresh', { json: {} }], 202),
  ...ofNetworks,
  'GET /api/auth/accountAllowance': own('auth/accountAllowance'),
  'POST /api/auth/accountDetails': needs(
    'see',
    own(() => ['auth/accountDetails', { json: { provider: 'facebook' } }]),
  ),
  'POST /api/auth/createPosts': needs(
    'write',
    owners(async () => ['auth/createPosts', { form: await scheduledPost() }], 200, 400),
  ),
  ...POST_RULES,
  ...MEMBER_RULES,
  ...TRANSFER_RULES,
  'GET /api/accounts/:network/posts': needs('see', owners('accounts/facebook/posts')),
  'PATCH /api/accounts/:network/posts/:id': needs(
    'publish',
    own(() => ['accounts/facebook/posts/1_1', { method: 'PATCH', json: { message: 'Other words' } }], 404),
  ),
  'DELETE /api/accounts/:network/posts/:id': needs(
    'publish',
    own(() => ['accounts/google/posts/1', { method: 'DELETE' }], 404),
  ),
  'GET /api/media/:id/:file{(original|jpeg|unframed|thumbnail)\\.(jpg|png|mp4|webp)}': open(
    ({ mediaPath }) => [mediaPath],
  ),
  'GET /api/insights': needs('see', own('insights')),
  'GET /api/insights/summary': needs('see', own('insights/summary')),
  'GET /api/insights/rate': needs('see', own('insights/rate')),
  'GET /api/overview': needs('see', own('overview')),
  ...REPORT_RULES,
  'POST /api/media': needs(
    'write',
    own(async () => ['media', { form: await upload() }]),
  ),
  'POST /api/media/:id/crop': needs(
    'write',
    owners(({ mediaId }) => [`media/${mediaId}/crop`, { json: { x: 0, y: 0, width: 0.5, height: 0.5 } }]),
  ),
  'GET /api/slots': needs('see', own('slots')),
  'PUT /api/slots': needs(
    'configure',
    own(() => ['slots', { method: 'PUT', json: { slots: [{ weekday: 1, time: '09:00' }] } }]),
  ),
  'GET /api/slots/upcoming': needs(
    'see',
    own('slots/upcoming?from=2030-01-01T00:00:00Z&to=2030-02-01T00:00:00Z'),
  ),
  'GET /api/slots/proposed': needs('see', own('slots/proposed')),
  'GET /api/templates': own('templates'),
  'PUT /api/templates/:id': owners(({ templateId }) => [
    `templates/${templateId}`,
    { method: 'PUT', json: { name: 'Hours', text: 'Open' } },
  ]),
  'DELETE /api/templates/:id': owners(({ templateId }) => [`templates/${templateId}`, { method: 'DELETE' }]),
  'GET /api/labels': needs('see', own('labels')),
  'GET /api/labels/uses': needs(
    'configure',
    owners(({ domainId }) => [`labels/uses?domainId=${domainId}`]),
  ),
  'POST /api/labels/change': needs(
    'configure',
    owners(({ domainId }) => ['labels/change', { json: { domainId, from: 'Winter' } }], 404),
  ),
  ...INBOX_RULES,
  'GET /api/hashtag-sets': needs('see', own('hashtag-sets')),
  'PUT /api/hashtag-sets/:id': needs(
    'write',
    owners(({ hashtagSetId }) => [
      `hashtag-sets/${hashtagSetId}`,
      { method: 'PUT', json: { name: 'Taps', text: '#taps' } },
    ]),
  ),
  'DELETE /api/hashtag-sets/:id': needs(
    'write',
    owners(({ hashtagSetId }) => [`hashtag-sets/${hashtagSetId}`, { method: 'DELETE' }]),
  ),
  'POST /api/link-previews': own(() => ['link-previews', { json: { url: 'http://127.0.0.1/' } }]),
  'GET /api/captions': own('captions'),
  'POST /api/captions': needs(
    'write',
    own(() => ['captions', { json: { networks: ['facebook'], prompt: 'A tap' } }]),
  ),
  'POST /api/captions/week': needs(
    'write',
    own(() => ['captions/week', { json: { networks: ['facebook'], day: '2030-01-02' } }]),
  ),
  'POST /api/users/verify-two-factor': open(
    () => ['users/verify-two-factor', { json: { ticket: 'x', code: '123456' } }],
    401,
  ),
  'GET /api/users/two-factor': own('users/two-factor'),
  'POST /api/users/two-factor/start': own(() => ['users/two-factor/start', { json: { password: PASSWORD } }]),
  'POST /api/users/two-factor/confirm': own(
    () => ['users/two-factor/confirm', { json: { code: '123456' } }],
    400,
  ),
  'POST /api/users/two-factor/recovery-codes': own(
    () => ['users/two-factor/recovery-codes', { json: { code: '123456' } }],
    409,
  ),
  'POST /api/users/two-factor/disable': own(
    () => ['users/two-factor/disable', { json: { code: '123456' } }],
    409,
  ),
  'GET /api/settings': own('settings'),
  'PUT /api/settings': own(() => ['settings', { method: 'PUT', json: DEFAULT_SETTINGS }]),
  'GET /api/mail/unsubscribe': open('mail/unsubscribe?user=x&kind=news&key=x', 404),
  'POST /api/mail/unsubscribe': open(
    () => ['mail/unsubscribe?user=x&kind=news&key=x', { method: 'POST' }],
    404,
  ),
  'GET /api/notifications': own('notifications'),
  'GET /api/notifications/counts': own('notifications/counts'),
  'POST /api/notifications/:id/read': owners(({ noticeId }) => [
    `notifications/${noticeId}/read`,
    { method: 'POST' },
  ]),
  'POST /api/notifications/read': own(() => ['notifications/read', { method: 'POST' }]),
  'DELETE /api/notifications/:id': owners(({ noticeId }) => [
    `notifications/${noticeId}`,
    { method: 'DELETE' },
  ]),
  'POST /api/notifications/restore': own(() => [
    'notifications/restore',
    { json: { deletedAt: '2030-01-01T00:00:00.000Z' } },
  ]),
  'DELETE /api/notifications': own(() => ['notifications', { method: 'DELETE' }]),
  'GET /api/push/key': own('push/key'),
  'POST /api/push/subscriptions': own(() => [
    'push/subscriptions',
    {
      json: {
        endpoint: 'https://fcm.googleapis.com/fcm/send/x',
        keys: { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'a'.repeat(22) },
      },
    },
  ]),
  'DELETE /api/push/subscriptions': own(() => [
    'push/subscriptions',
    { method: 'DELETE', json: { endpoint: 'https://fcm.googleapis.com/fcm/send/x' } },
  ]),
  'GET /api/events': own('events'),
  'DELETE /api/auth/disconnectSocialAccount': needs(
    'connect',
    owners(() => ['auth/disconnectSocialAccount', { method: 'DELETE', json: { provider: 'facebook' } }]),
  ),
  'DELETE /api/users/deleteUserDomain/:id': needs(
    'own',
    owners(({ domainId }) => [`users/deleteUserDomain/${domainId}`, { method: 'DELETE' }]),
  ),
  'POST /api/users/logout': own(() => ['users/logout', { method: 'POST' }]),
}
