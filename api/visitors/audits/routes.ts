import { Hono } from 'hono'

import type { Env } from '#api/context.ts'
import { LIMITS } from '#api/http/limits/limits.ts'
import { describing, readIdempotencyKey, validate } from '#api/http/route.ts'
import { secretUrl } from '#api/http/secret-url.ts'
import { AUDIT_MESSAGES, MailAudit, RequestFromAudit, StartAudit } from '#shared/audits/audit.ts'
import { mailAudit, readAudit, requestFromAudit, startAudit } from './audits.ts'

const describe = describing('Website checks')

export const publicAuditRoutes = new Hono<Env>()
  .post(
    '/',
    describe(
      'Check a website. Its page is read and measured when its turn comes; the same URL within an hour gets the same result',
      {
        signedIn: false,
        data: '`token` of the private link `/audits/{token}`, which works for 30 days',
        status: 202,
        errors: ['rate_limited'],
      },
    ),
    validate('json', StartAudit),
    async c => {
      const token = await startAudit(c.var.ctx, c.req.valid('json'))
      return c.json({ success: true, data: { token } }, 202)
    },
  )
  .get(
    '/:token',
    secretUrl(LIMITS.readAuditAddress),
    describe('Read a website check', {
      signedIn: false,
      data: '`state`: `queued` (with `ahead`, and `again` after a try that failed for this server’s load), `running` (with `phase`), both with `first {title host isSecure ms}` once the website has responded and `facts` once its page has been read; `done` with `result {facts measured}`, `failed` with `message first`, or `expired`',
      errors: ['not_found', 'rate_limited'],
    }),
    async c => c.json({ success: true, data: await readAudit(c.var.ctx, c.req.param('token')) }),
  )
  .post(
    '/:token/mail',
    secretUrl(LIMITS.readAuditAddress),
    describe('Mail the link of a result, once to each e-mail', {
      signedIn: false,
      errors: ['not_found', 'conflict', 'rate_limited'],
    }),
    validate('json', MailAudit),
    async c => {
      const message = await mailAudit(c.var.ctx, c.req.param('token'), c.req.valid('json'))
      return c.json({ success: true, message })
    },
  )
  .post(
    '/:token/request',
    secretUrl(LIMITS.readAuditAddress),
    describe('Send the agency a request with a result attached', {
      signedIn: false,
      errors: ['not_found', 'conflict', 'rate_limited'],
    }),
    validate('json', RequestFromAudit),
    async c => {
      const key = readIdempotencyKey(c.req.header('Idempotency-Key'))
      await requestFromAudit(c.var.ctx, c.req.param('token'), c.req.valid('json'), key)
      return c.json({ success: true, message: AUDIT_MESSAGES.requested })
    },
  )
