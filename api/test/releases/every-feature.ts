import { createHmac } from 'node:crypto'

import { readDueInsights } from '#api/insights/read-account.ts'
import { recordRun } from '#api/jobs/health.ts'
import { carryOutDeletions } from '#api/personal-data/deletions/deletions.ts'
import { measureDue } from '#api/scores/measure.ts'
import { newEmail, PASSWORD } from '#api/test/app.ts'
import { WEBSITE } from '#api/test/measuring.ts'
import { picture, type PublishingApp } from '#api/test/publishing.ts'
import { twoFactorUser } from '#api/test/two-factor.ts'
import { DEFAULT_SETTINGS } from '#shared/settings.ts'
import { contactRequest } from '../access/request-bodies.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const SUBSCRIPTION = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/stored',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
}

/** Uses every feature besides publishing, so that every table has rows written by the release's own code. */
export async function useEveryFeature(app: PublishingApp, mediaId: string) {
  const { call } = app
  const must = async (response: Promise<Response>) => {
    const settled = await response
    if (!settled.ok) throw new Error(`${settled.url} ${settled.status}: ${await settled.text()}`)
  }

  const leaver = await app.signUp()
  await app.ctx.db.$client.execute({
    sql: 'update users set password_hash = null where id = ?',
    args: [leaver.userId],
  })
  await must(leaver.call('users/requestDeletion', { json: { confirm: 'DELETE' } }))
  for (const wait of [8 * DAY, 11 * MINUTE]) {
    app.clock.advance(wait)
    await carryOutDeletions(app.ctx)
  }

  for (let at = 0; at < 12; at++)
    await must(
      call(`drafts/${crypto.randomUUID()}`, {
        method: 'PUT',
        json: {
          version: 0,
          content: { message: `Half written ${at}`, media: [{ mediaId, altText: 'A red door' }] },
        },
      }),
    )
  for (const name of ['Hours', 'Thanks'])
    await must(
      call(`templates/${crypto.randomUUID()}`, { method: 'PUT', json: { name, text: `${name}, in words` } }),
    )
  await must(call('settings', { method: 'PUT', json: { ...DEFAULT_SETTINGS, marketingEmails: true } }))
  await must(call('push/key'))
  await must(call('push/subscriptions', { json: SUBSCRIPTION }))
  await must(call('users/exportLink', { json: {} }))
  await must(call('users/saveContactRequest', { json: contactRequest }))
  await must(
    call('users/saveSupportRequest', {
      json: { kind: 'question', subject: 'other', message: 'Hello', email: app.author.email },
    }),
  )
  const form = new FormData()
  form.set('bio', 'Here since 2030')
  form.set('profileImage', await picture('teal'))
  await must(call('users/updateProfile', { method: 'PUT', form }))

  await must(call('users/saveUserDomain', { json: { businessName: 'With a website', websiteURL: WEBSITE } }))
  await measureDue(app.ctx)
  await readDueInsights(app.ctx)
  await must(call('auth/instagram/start', { json: {} }))
  await must(call('auth/google/start', { json: {} }))

  const payload = Buffer.from(
    JSON.stringify({
      algorithm: 'HMAC-SHA256',
      user_id: '1022',
      issued_at: Math.floor(+app.clock.now() / 1000),
    }),
  ).toString('base64url')
  const signature = createHmac('sha256', 'facebook-app-secret').update(payload).digest('base64url')
  await must(
    app.request('compliance/facebook/data-deletion', {
      method: 'POST',
      body: new URLSearchParams({ signed_request: `${signature}.${payload}` }),
    }),
  )

  const newcomer = {
    fullname: 'Kim',
    email: newEmail(),
    password: PASSWORD,
    confirmPassword: PASSWORD,
    agreeToTerms: true,
  }
  await must(app.request('users/register', { json: newcomer }))
  const person = await twoFactorUser(app)
  await must(app.request('users/login', { json: { email: person.email, password: person.password } }))
  await must(app.request('users/reset-password', { json: { email: person.email } }))
  const stays = await app.signUp()
  await must(stays.call('users/requestDeletion', { json: { password: stays.password, confirm: 'DELETE' } }))
  for (const job of ['publish', 'send-mail']) await recordRun(app.ctx, job)
  return { email: person.email, password: person.password, recoveryCodes: person.recoveryCodes }
}
