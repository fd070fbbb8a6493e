import { and, eq, isNotNull, ne, sql, type SQL } from 'drizzle-orm'

import { isAllowedIn, requireMembership } from '#api/auth/access/membership.ts'
import type { Context, Inside, RequestContext, UserContext } from '#api/context.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { reportMailings, reports } from '#api/db/schema/businesses/reports.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { write } from '#api/db/write.ts'
import { limit, limitAddress, LIMITS } from '#api/http/limits/limits.ts'
import { DEFAULT_TIME_ZONE } from '#api/insights/days.ts'
import { reportMail } from '#api/mail/templates.ts'
import { queueMails } from '#api/outbox/mail.ts'
import { isKeyedHash, keyedHash } from '#api/runtime/crypto/secrets.ts'
import { DomainError, invalidField } from '#api/runtime/errors.ts'
import { brand } from '#shared/brand.ts'
import type { OverdueReport } from '#shared/overview.ts'
import { shiftMonth } from '#shared/reports/render/labels.ts'
import {
  MAILING_HOUR,
  MAX_RECIPIENTS,
  REPORT_MESSAGES,
  type ReportMailing,
  type ReportQuery,
  type SaveReportMailing,
  type StopReports,
} from '#shared/reports/report.ts'
import { linkOf, mailId } from './links.ts'
import { monthIn } from './months.ts'

type MailingRow = typeof reportMailings.$inferSelect

/** Returns the time at which a month's report is mailed: the chosen day of the next month. */
function mailingTime(month: string, day: number, timeZone: string): Date {
  const on = Temporal.PlainYearMonth.from(shiftMonth(month, 1)).toPlainDate({ day })
  const at = on.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from({ hour: MAILING_HOUR }) })
  return new Date(at.epochMilliseconds)
}

/** Returns the month before the current one if its report is to be mailed by now. */
function dueMonth(now: Date, { day, since }: MailingRow, timeZone: string): string | undefined {
  const month = shiftMonth(monthIn(now, timeZone), -1)
  const at = mailingTime(month, day, timeZone)
  return at <= now && at >= since ? month : undefined
}

/** Returns the day and the recipients of a business's monthly mail, or null if nobody has chosen them. */
export async function readMailing(
  ctx: UserContext,
  { domainId }: ReportQuery,
): Promise<ReportMailing | null> {
  const [row] = await withZone(ctx, and(eq(domains.id, domainId), isAllowedIn(ctx, domains.id)))
  if (!row) return null
  const { day, recipients, stopped } = row.mailing
  return { day, recipients, stopped, next: recipients.length > 0 ? await nextMail(ctx, row) : null }
}

/** Returns the next mail: one that is due but waits for its report's release, or that of the next month. */
async function nextMail(ctx: UserContext, { mailing, timeZone }: Zoned): Promise<ReportMailing['next']> {
  const zone = timeZone ?? DEFAULT_TIME_ZONE
  const { domainId, day } = mailing
  const due = dueMonth(ctx.now(), mailing, zone)
  const isMailed = and(
    eq(reports.domainId, domainId),
    eq(reports.month, due ?? ''),
    isNotNull(reports.mailedAt),
  )
  const last = shiftMonth(monthIn(ctx.now(), zone), -1)
  const isWaiting = due !== undefined && (await ctx.db.$count(reports, isMailed)) === 0
  const month = isWaiting || mailingTime(last, day, zone) > ctx.now() ? last : shiftMonth(last, 1)
  return { month, at: mailingTime(month, day, zone).toISOString() }
}

type Zoned = Awaited<ReturnType<typeof withZone>>[number]

const withZone = ({ db }: Pick<Context, 'db'>, where: SQL | undefined) =>
  db
    .select({ mailing: reportMailings, timeZone: domains.timeZone })
    .from(reportMailings)
    .innerJoin(domains, eq(domains.id, reportMailings.domainId))
    .where(where)

/**
 * Sets the day and the recipients of a business's monthly mail. The first mail goes out on the next such day: a day that has already
 * passed doesn't count.
 * @throws {DomainError} `not_found`, `rate_limited`; `invalid` if a recipient has stopped the mails
 */
export async function saveMailing(
  ctx: UserContext,
  { domainId, day, recipients }: SaveReportMailing,
): Promise<ReportMailing | null> {
  await limit(ctx, { ...LIMITS.saveReportMailing, key: ctx.userId })
  await write(ctx, async ctx => {
    await requireMembership(ctx, domainId, 'configure')
    const [before] = await ctx.db.select().from(reportMailings).where(eq(reportMailings.domainId, domainId))
    const stopped = before?.stopped ?? []
    const refused = recipients.filter(address => stopped.includes(address))
    if (refused.length > 0) throw invalidField('recipients', REPORT_MESSAGES.stopped(refused))
    const keepsSchedule = before !== undefined && before.day === day && before.recipients.length > 0
    const set = {
      day,
      recipients,
      stopped,
      since: keepsSchedule ? before.since : ctx.now(),
    }
    await ctx.db
      .insert(reportMailings)
      .values({ domainId, ...set })
      .onConflictDoUpdate({ target: reportMailings.domainId, set })
  })
  return readMailing(ctx, { domainId })
}

/** Mails each released report on its day, except to recipients who got it at its release. */
export async function mailMonthlyReports(ctx: Context): Promise<void> {
  const rows = await withZone(ctx, hasRecipients)
  for (const { mailing, timeZone } of rows) {
    const { domainId } = mailing
    try {
      const month = dueMonth(ctx.now(), mailing, timeZone ?? DEFAULT_TIME_ZONE)
      if (month) await mailReport(ctx, domainId, month)
    } catch (error) {
      ctx.log.error({ err: error, domainId }, 'a monthly report was not mailed')
    }
  }
}

const hasRecipients = ne(reportMailings.recipients, sql`'[]'`)

/** Queues and records the mails in one transaction, so that an interrupted run neither repeats nor loses one. */
const mailReport = (ctx: Context, domainId: string, month: string): Promise<void> =>
  write(ctx, async ctx => {
    const [row] = await ctx.db
      .select({ report: reports, mailing: reportMailings, sender: users.fullname, replyTo: users.email })
      .from(reports)
      .innerJoin(reportMailings, eq(reportMailings.domainId, reports.domainId))
      .leftJoin(users, eq(users.id, reports.releasedBy))
      .where(and(eq(reports.domainId, domainId), eq(reports.month, month)))
    if (row?.report.state !== 'released' || row.report.mailedAt !== null) return
    const { report, mailing, sender, replyTo } = row
    const url = linkOf(ctx, report)
    // After APP_SECRET has changed, the link can't be derived again: `overdueReports` asks for another release.
    if (url === null) return
    const isNew = (address: string) => !report.recipients.includes(address)
    const recipients = [...report.recipients, ...mailing.recipients.filter(isNew)]
    await ctx.db.update(reports).set({ mailedAt: ctx.now(), recipients }).where(eq(reports.id, report.id))
    await queueMails(
      ctx,
      recipients.flatMap((to, index) =>
        isNew(to)
          ? {
              id: mailId(report, index),
              mail: reportMail({
                to,
                replyTo: replyTo ?? brand.email,
                sender: sender ?? brand.siteName,
                content: report.content,
                url,
                unsubscribe: stopUrl(ctx, { business: domainId, to }),
              }),
            }
          : [],
      ),
    )
  })

const PURPOSE = 'report mailing link'
const signed = ({ business, to }: Omit<StopReports, 'key'>) => JSON.stringify([business, to])

/** Returns the URL that stops the monthly mails of a business to a reader, without signing in (RFC 8058). */
const stopUrl = ({ config }: Inside<Context>, reader: Omit<StopReports, 'key'>) =>
  `${config.publicUrl}/report/stop?${new URLSearchParams({ ...reader, key: keyedHash(config.appSecret, PURPOSE, signed(reader)) })}`

/** @throws {DomainError} `not_found` for a link that wasn't issued by us */
export function checkStopLink({ config }: Context, { key, ...reader }: StopReports): void {
  if (!isKeyedHash(config.appSecret, PURPOSE, signed(reader), key))
    throw new DomainError('not_found', 'This link is incomplete. Please open it from the email again.')
}

/**
 * Removes a reader from the monthly mails of a business, and records that they stopped them.
 * @throws {DomainError} `not_found` for a link that wasn't issued by us, `rate_limited`
 */
export const stopMailing = (ctx: RequestContext, link: StopReports): Promise<void> =>
  changeByLink(ctx, link, ({ recipients, stopped }) =>
    recipients.includes(link.to)
      ? { recipients: recipients.filter(address => address !== link.to), stopped: [...stopped, link.to] }
      : undefined,
  )

/**
 * Adds a reader who had stopped the monthly mails of a business to their recipients again.
 * @throws {DomainError} `not_found` for a link that wasn't issued by us, `conflict` if there are already `MAX_RECIPIENTS`,
 * `rate_limited`
 */
export const resumeMailing = (ctx: RequestContext, link: StopReports): Promise<void> =>
  changeByLink(ctx, link, ({ recipients, stopped }) => {
    if (!stopped.includes(link.to)) return undefined
    if (recipients.length >= MAX_RECIPIENTS)
      throw new DomainError('conflict', 'This report has as many readers as it can have. Ask the business.')
    return {
      recipients: [...recipients, link.to],
      stopped: stopped.filter(address => address !== link.to),
    }
  })

type Readers = Pick<typeof reportMailings.$inferSelect, 'recipients' | 'stopped'>

async function changeByLink(
  ctx: RequestContext,
  link: StopReports,
  change: (readers: Readers) => Readers | undefined,
): Promise<void> {
  await limitAddress(ctx, LIMITS.unsubscribeUrl)
  checkStopLink(ctx, link)
  const ofBusiness = eq(reportMailings.domainId, link.business)
  await write(ctx, async ({ db }) => {
    const [mailing] = await db.select().from(reportMailings).where(ofBusiness)
    const changed = mailing && change(mailing)
    if (changed) await db.update(reportMailings).set(changed).where(ofBusiness)
  })
}

/** Returns the reports that are due to be mailed, but aren't released, or whose link can no longer be derived. */
export async function overdueReports(ctx: UserContext): Promise<OverdueReport[]> {
  const isOwn = isAllowedIn(ctx, reportMailings.domainId, 'configure')
  const due = (await withZone(ctx, and(isOwn, hasRecipients))).flatMap(({ mailing, timeZone }) => {
    const { domainId, day } = mailing
    const month = dueMonth(ctx.now(), mailing, timeZone ?? DEFAULT_TIME_ZONE)
    return month ? { domainId, month, day: `${shiftMonth(month, 1)}-${String(day).padStart(2, '0')}` } : []
  })
  if (due.length === 0) return []
  const released = await ctx.db
    .select({
      id: reports.id,
      domainId: reports.domainId,
      month: reports.month,
      releases: reports.releases,
      linkHash: reports.linkHash,
      mailedAt: reports.mailedAt,
    })
    .from(reports)
    .where(and(isAllowedIn(ctx, reports.domainId, 'configure'), eq(reports.state, 'released')))
  const byMonth = new Map(released.map(report => [`${report.domainId} ${report.month}`, report]))
  return due.flatMap(overdue => {
    const report = byMonth.get(`${overdue.domainId} ${overdue.month}`)
    if (!report) return overdue
    return report.mailedAt === null && linkOf(ctx, report) === null ? { ...overdue, lostLink: report.id } : []
  })
}
