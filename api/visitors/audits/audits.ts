import { and, desc, eq, gt, isNotNull, isNull, lte, ne } from 'drizzle-orm'

import { AuditError } from '#api/audits/audit.ts'
import type { Context, Inside, RequestContext } from '#api/context.ts'
import { publicAudits } from '#api/db/schema/server/public-audits.ts'
import { write } from '#api/db/write.ts'
import { limit, limitAddress, LIMITS, limitEmail, refundLimit } from '#api/http/limits/limits.ts'
import { auditMail } from '#api/mail/templates.ts'
import { queueMail } from '#api/outbox/mail.ts'
import { hashToken, newToken } from '#api/runtime/crypto/secrets.ts'
import { DomainError, invalidField } from '#api/runtime/errors.ts'
import { saveAuditRequest } from '#api/visitors/requests/requests.ts'
import {
  AUDIT_DAYS,
  AUDIT_MESSAGES,
  type AuditView,
  type StartAudit,
  type MailAudit,
  type RequestFromAudit,
} from '#shared/audits/audit.ts'
import { type PageHead, siteNameOf } from '#shared/audits/page-facts.ts'
import type { AuditResult } from '#shared/audits/result.ts'
import { summarizeAudit } from '#shared/audits/summary.ts'
import { DAY_MS, HOUR_MS } from '#shared/durations.ts'

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
    await refundLimit(ctx, once)
    throw error
  })
  const { verdict, worst } = summarizeAudit(result)
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

export type Audit = typeof publicAudits.$inferSelect

/** Time in which a result is reused for others who ask for the same URL. */
const FRESH_MS = HOUR_MS
/** Maximum number of waiting audits, which take about a quarter of an hour. */
const MAX_WAITING = 60
/** Time after expiry in which a link still reports that its result has expired. */
const REMEMBERED_MS = 90 * DAY_MS

/**
 * Queues an audit of a website, and starts to read the page's head. A result of the last hour is reused, and counts only towards
 * the visitor's own limit. Returns the token of its private link.
 * @throws {DomainError} `invalid` for a URL that isn't opened, `rate_limited`
 */
export async function startAudit(ctx: RequestContext, { url }: StartAudit): Promise<string> {
  await limitAddress(ctx, LIMITS.auditAddress)
  if (!(await findFresh(ctx, url))) await requireOpenable(ctx, url)
  const token = newToken()
  const id = Bun.randomUUIDv7()
  const needsHead = await write(ctx, async ctx => {
    const { db, now } = ctx
    const common = {
      id,
      tokenHash: hashToken(token),
      url,
      requestedAt: now(),
      expiresAt: new Date(+now() + AUDIT_DAYS * DAY_MS),
    }
    const known = await findFresh(ctx, url)
    if (known) {
      const { first, result, endedAt } = known
      await db.insert(publicAudits).values({ ...common, state: 'done', first, result, endedAt })
      return false
    }
    await limit(ctx, { ...LIMITS.auditHost, key: siteNameOf(url) })
    await limit(ctx, { ...LIMITS.auditAll, key: 'all' })
    if ((await db.$count(publicAudits, isNotNull(publicAudits.wakeAt))) >= MAX_WAITING)
      throw new DomainError('rate_limited', `${AUDIT_MESSAGES.busy} Please try again in ten minutes.`, {
        retryAfterSeconds: 600,
      })
    const first = await findPageHead(ctx, url)
    await db.insert(publicAudits).values({ ...common, state: 'queued', first, wakeAt: now() })
    ctx.wake('public-audits')
    return !first
  })
  if (needsHead) void saveHead(ctx, url)
  return token
}

async function findFresh({ db, now }: Inside<Context>, url: string): Promise<Audit | undefined> {
  const [fresh] = await db
    .select()
    .from(publicAudits)
    .where(
      and(
        eq(publicAudits.url, url),
        eq(publicAudits.state, 'done'),
        gt(publicAudits.endedAt, new Date(+now() - FRESH_MS)),
      ),
    )
    .orderBy(desc(publicAudits.endedAt))
    .limit(1)
  return fresh
}

/** Returns the head that other waiting audits of the same URL already have. */
async function findPageHead({ db }: Inside<Context>, url: string): Promise<PageHead | null> {
  const [waiting] = await db
    .select({ first: publicAudits.first })
    .from(publicAudits)
    .where(and(eq(publicAudits.url, url), isNotNull(publicAudits.wakeAt), isNotNull(publicAudits.first)))
    .limit(1)
  return waiting?.first ?? null
}

async function requireOpenable({ auditor }: Context, url: string): Promise<void> {
  try {
    await auditor.check({ url })
  } catch (error) {
    if (!(error instanceof AuditError)) throw error
    throw invalidField('url', error.message)
  }
}

/** Saves the head of a page for all audits that wait for it. If the page doesn't open, the audit itself reports that. */
async function saveHead(ctx: Context, url: string): Promise<void> {
  try {
    const first = await ctx.websites.readHead(url)
    const isLacking = and(isNotNull(publicAudits.wakeAt), isNull(publicAudits.first))
    await ctx.db
      .update(publicAudits)
      .set({ first })
      .where(and(eq(publicAudits.url, url), isLacking))
  } catch (error) {
    if (!(error instanceof AuditError)) ctx.log.error({ err: error }, 'reading the head of a page failed')
  }
}

/** @throws {DomainError} `not_found` */
export async function findAudit({ db }: Context, token: string): Promise<Audit> {
  const [audit] = await db
    .select()
    .from(publicAudits)
    .where(eq(publicAudits.tokenHash, hashToken(token)))
  if (!audit) throw new DomainError('not_found', AUDIT_MESSAGES.unknown)
  return audit
}

/** @throws {DomainError} `not_found` */
export async function readAudit(ctx: Context, token: string): Promise<AuditView> {
  const audit = await findAudit(ctx, token)
  const { state, url, first, facts, tries, result, expiresAt } = audit
  if (isExpired(ctx, audit)) return { state: 'expired' }
  switch (state) {
    case 'queued':
      return { state, url, first, facts, ahead: await countAhead(ctx, audit), again: tries > 0 }
    case 'running':
      return { state, url, first, facts, phase: facts ? 'measuring' : 'reading' }
    case 'failed':
      return { state, url, first, message: audit.message ?? AUDIT_MESSAGES.interrupted }
    case 'done':
      return {
        state,
        url,
        checkedAt: (audit.endedAt ?? audit.requestedAt).toISOString(),
        expiresAt: expiresAt.toISOString(),
        result: result ?? { facts: null, measured: null },
      }
  }
}

export const isExpired = ({ now }: Pick<Context, 'now'>, { expiresAt }: Audit) => +expiresAt <= +now()

/** Counts the other websites that are audited before this one: the same website is audited once for all. */
async function countAhead({ db }: Context, { id, url }: Audit): Promise<number> {
  const waiting = await db
    .selectDistinct({ url: publicAudits.url })
    .from(publicAudits)
    .where(and(isNotNull(publicAudits.wakeAt), lte(publicAudits.id, id)))
  return waiting.filter(each => each.url !== url).length
}

/** Empties expired audits, and deletes them some months later. */
export async function sweepPublicAudits({ db, now }: Context): Promise<void> {
  await db
    .update(publicAudits)
    .set({ url: '', first: null, facts: null, result: null, message: null, wakeAt: null })
    .where(and(lte(publicAudits.expiresAt, now()), ne(publicAudits.url, '')))
  await db.delete(publicAudits).where(lte(publicAudits.expiresAt, new Date(+now() - REMEMBERED_MS)))
}
