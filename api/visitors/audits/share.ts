import type { RequestContext } from '#api/context.ts'
import { limit, limitAddress, limitEmail, LIMITS, uncount } from '#api/http/limits/limits.ts'
import { auditMail } from '#api/mail/templates.ts'
import { queueMail } from '#api/outbox/mail.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { saveAuditRequest } from '#api/visitors/requests/requests.ts'
import { AUDIT_MESSAGES, type MailAudit, type RequestFromAudit } from '#shared/audits/audit.ts'
import type { AuditResult } from '#shared/audits/result.ts'
import { summaryOf } from '#shared/audits/sentences.ts'
import { type Audit, findAudit, isExpired } from './audits.ts'

/**
 * Mails the link of a result. An e-mail gets each result once, and few in all, because visitors can enter any address.
 * @returns the message for the visitor
 * @throws {DomainError} `not_found`, `conflict` for an unfinished audit, `rate_limited`
 */
export async function mailAudit(ctx: RequestContext, token: string, { email }: MailAudit): Promise<string> {
  const audit = await findAudit(ctx, token)
  const result = requireResult(ctx, audit)
  await limitAddress(ctx, LIMITS.mailAuditAddress)
  const once = { ...LIMITS.mailAuditOnce, key: `${audit.id} ${email}` }
  const isFirst = await limit(ctx, once).then(
    () => true,
    (error: unknown) => {
      if (error instanceof DomainError && error.code === 'rate_limited') return false
      throw error
    },
  )
  if (!isFirst) return `${AUDIT_MESSAGES.alreadyMailed} ${email}.`
  await limitEmail(ctx, LIMITS.mailAuditEmail, email).catch(async (error: unknown) => {
    await uncount(ctx, once)
    throw error
  })
  const { verdict, worst } = summaryOf(result)
  const url = `${ctx.config.siteUrl}/audits/${token}`
  await queueMail(ctx, {
    mail: auditMail({ to: email, verdict, problems: worst.map(({ title }) => title), url }),
  })
  return `${AUDIT_MESSAGES.mailed} ${email}.`
}

/**
 * Sends the agency a request with a result attached.
 * @throws {DomainError} `not_found`, `conflict` for an unfinished audit, `rate_limited`
 */
export async function requestFromAudit(
  ctx: RequestContext,
  token: string,
  form: RequestFromAudit,
  key?: string,
): Promise<void> {
  const audit = await findAudit(ctx, token)
  const result = requireResult(ctx, audit)
  await saveAuditRequest(ctx, form, { url: audit.url, result }, key)
}

function requireResult(ctx: RequestContext, audit: Audit): AuditResult {
  if (isExpired(ctx, audit)) throw new DomainError('not_found', AUDIT_MESSAGES.unknown)
  if (audit.result) return audit.result
  throw new DomainError('conflict', AUDIT_MESSAGES.unfinished)
}
