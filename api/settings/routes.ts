import { Hono } from 'hono'

import { requireUser } from '#api/auth/middleware/user.ts'
import { hasTwoFactor } from '#api/auth/two-factor/two-factor.ts'
import type { Env, UserEnv } from '#api/context.ts'
import { describe } from '#api/http/describe-route.ts'
import { limitChanges } from '#api/http/limits/limit-writes.ts'
import { secretUrl } from '#api/http/secret-url.ts'
import { validate } from '#api/http/validate.ts'
import { Settings, SETTINGS_SAVED, Unsubscribe } from '#shared/settings.ts'
import { readSettings, saveSettings } from './settings.ts'
import { checkLink, PAGE_POLICY, unsubscribe, unsubscribePage } from './unsubscribe.ts'

const tag = 'settings'
const FIELDS =
  '`emailNotifications publishedEmails pushNotifications socialNotifications marketingEmails profileVisibility dataSharing language appearance keyboardShortcuts`'

export const settingsRoutes = new Hono<UserEnv>()
  .use(requireUser)
  .get(
    '/',
    describe({
      tag,
      summary: 'Read your settings',
      response: { data: `${FIELDS}, and \`twoFactorAuth\`, which users/two-factor changes` },
    }),
    async c => {
      const { ctx } = c.var
      const [chosen, twoFactorAuth] = await Promise.all([readSettings(ctx), hasTwoFactor(ctx, ctx.userId)])
      return c.json({ success: true, data: { ...chosen, twoFactorAuth } } as const)
    },
  )
  .put(
    '/',
    describe({ tag, summary: `Replace all settings: ${FIELDS}`, errors: ['invalid', 'rate_limited'] }),
    limitChanges,
    validate('json', Settings),
    async c => {
      await saveSettings(c.var.ctx, c.req.valid('json'))
      return c.json({ success: true, message: SETTINGS_SAVED } as const)
    },
  )

/** Serves the unsubscribe links in mails. A GET changes nothing, since mail scanners follow links. */
export const unsubscribeRoutes = new Hono<Env>()
  .use(secretUrl())
  .get(
    '/unsubscribe',
    describe({
      tag,
      summary: 'Show the page that confirms an unsubscribe',
      signedIn: false,
      raw: 'text/html',
      errors: ['invalid', 'not_found'],
    }),
    validate('query', Unsubscribe),
    c => {
      const link = c.req.valid('query')
      checkLink(c.var.ctx, link)
      c.header('Content-Security-Policy', PAGE_POLICY)
      return c.html(unsubscribePage(link.kind, 'ask', c.var.ctx.config.siteUrl))
    },
  )
  .post(
    '/unsubscribe',
    describe({
      tag,
      summary: 'Unsubscribe from mail of this kind (RFC 8058)',
      signedIn: false,
      raw: 'text/html',
      errors: ['invalid', 'not_found', 'rate_limited'],
    }),
    validate('query', Unsubscribe),
    async c => {
      const link = c.req.valid('query')
      await unsubscribe(c.var.ctx, link)
      c.header('Content-Security-Policy', PAGE_POLICY)
      return c.html(unsubscribePage(link.kind, 'done', c.var.ctx.config.siteUrl))
    },
  )
