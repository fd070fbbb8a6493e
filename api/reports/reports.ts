import { and, desc, eq, type SQL, gte, isNull, notExists, sql } from 'drizzle-orm'

import { isAllowedIn, isIn, requireMembership } from '#api/auth/access/membership.ts'
import type { Inside, OwnerContext, UserContext, Context } from '#api/context.ts'
import { onlyRow } from '#api/db/only-row.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { reportPrints, type ReportRow, reports } from '#api/db/schema/businesses/reports.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import { limit, LIMITS } from '#api/http/limits/limits.ts'
import { DEFAULT_TIME_ZONE } from '#api/insights/days.ts'
import { reportMail } from '#api/mail/templates.ts'
import { notify } from '#api/notifications/notifications.ts'
import { deleteMails, queueMails } from '#api/outbox/mail.ts'
import { hashToken } from '#api/runtime/crypto/secrets.ts'
import { DomainError, invalidField } from '#api/runtime/errors.ts'
import { wallClock } from '#api/runtime/wall-clock.ts'
import type { Permission } from '#shared/businesses/permissions.ts'
import { DAY_MS } from '#shared/durations.ts'
import { monthLabel, shiftMonth } from '#shared/reports/render/labels.ts'
import {
  type PrepareReport,
  type ReleaseReport,
  type Report,
  type ReportContent,
  REPORT_MESSAGES,
  type ReportsQuery,
  type ReportSummary,
} from '#shared/reports/report.ts'
import { chosenBrand } from './brand.ts'
import { compileReport } from './compile.ts'
import { linkOf, mailId, tokenOf, urlOf } from './links.ts'
import { monthIn, boundsOf } from './months.ts'

const MONTHS_BACK = 12

/** Returns the condition for a report of one of the user's businesses. */
const isOwn = (ctx: Pick<UserContext, 'userId'>, id: string, permission: Permission = 'see') =>
  and(eq(reports.id, id), isAllowedIn(ctx, reports.domainId, permission))

const noSuchReport = () => new DomainError('not_found', 'There is no such report.')

const PDF = { state: reportPrints.state, message: reportPrints.message }

const withPrint = ({ db }: OwnerContext, where: SQL | undefined) =>
  db
    .select({ report: reports, pdf: PDF })
    .from(reports)
    .leftJoin(reportPrints, eq(reportPrints.reportId, reports.id))
    .where(where)
    .orderBy(desc(reports.month))

/** Without the content, whose pictures are large. */
const SUMMARY = {
  id: reports.id,
  domainId: reports.domainId,
  month: reports.month,
  state: reports.state,
  preparedAt: reports.preparedAt,
  releasedAt: reports.releasedAt,
  recipients: reports.recipients,
}
type Summary = Pick<Awaited<ReturnType<typeof withPrint>>[number], 'pdf'> & {
  report: Pick<ReportRow, keyof typeof SUMMARY>
}

const toSummary = ({ report, pdf }: Summary): ReportSummary => ({
  _id: report.id,
  domainId: report.domainId,
  month: report.month,
  state: report.state,
  preparedAt: report.preparedAt.toISOString(),
  releasedAt: report.releasedAt?.toISOString() ?? null,
  recipients: report.recipients,
  pdf,
})

/** Number of months of which the reports of all businesses are listed, this one included. */
const MONTHS_OF_ALL = 4

/** Returns the reports of a business, or those of the last months of all, newest month first. */
export async function listReports(ctx: UserContext, { domainId }: ReportsQuery): Promise<ReportSummary[]> {
  const since = shiftMonth(monthIn(ctx.now(), 'UTC'), 1 - MONTHS_OF_ALL)
  const rows = await ctx.db
    .select({ report: SUMMARY, pdf: PDF })
    .from(reports)
    .leftJoin(reportPrints, eq(reportPrints.reportId, reports.id))
    .where(
      and(
        isIn(ctx, reports.domainId, domainId),
        domainId === undefined ? gte(reports.month, since) : undefined,
      ),
    )
    .orderBy(desc(reports.month))
  return rows.map(toSummary)
}

/** @throws {DomainError} `not_found` */
export async function readReport(ctx: UserContext, id: string): Promise<Report> {
  const [row] = await withPrint(ctx, isOwn(ctx, id))
  if (!row) throw noSuchReport()
  return {
    ...toSummary(row),
    content: await branded(ctx, row.report),
    note: row.report.note,
    link: linkOf(ctx, row.report),
  }
}

/** Adds the agency's logo and colours. A released report keeps those with which it was released. */
async function branded(
  ctx: Pick<Context, 'db'>,
  { state, content: { brand: before, ...content } }: ReportRow,
): Promise<ReportContent> {
  const brand = state === 'released' ? before : await chosenBrand(ctx)
  return brand ? { ...content, brand } : content
}

/**
 * Compiles the report of a month, in place of an earlier draft. A released report can't be changed.
 * @throws {DomainError} `invalid` for a future month, `conflict` for a released report, `not_found`, `rate_limited`
 */
export async function prepareReport(ctx: UserContext, { domainId, month }: PrepareReport): Promise<Report> {
  await limit(ctx, { ...LIMITS.prepareReport, key: ctx.userId })
  await requireMembership(ctx, domainId, 'configure')
  const content = await compileReport(ctx, { domainId, month })
  const current = monthIn(ctx.now(), content.timeZone)
  if (month > current || month < shiftMonth(current, -MONTHS_BACK))
    throw invalidField('month', REPORT_MESSAGES.month)
  const fresh = draftOf(ctx, content)
  const { id } = await write(ctx, async ctx => {
    await requireMembership(ctx, domainId, 'configure')
    const isReleased = and(
      eq(reports.domainId, domainId),
      eq(reports.month, month),
      eq(reports.state, 'released'),
    )
    if ((await ctx.db.$count(reports, isReleased)) > 0)
      throw new DomainError('conflict', REPORT_MESSAGES.released)
    const created = { id: crypto.randomUUID(), userId: ctx.userId, domainId, month, recipients: [], ...fresh }
    return onlyRow(
      await ctx.db
        .insert(reports)
        .values(created)
        .onConflictDoUpdate({ target: [reports.domainId, reports.month], set: fresh })
        .returning({ id: reports.id }),
    )
  })
  return readReport(ctx, id)
}

const draftOf = ({ now }: Context, content: ReportContent) => ({
  content,
  preparedAt: now(),
  state: 'draft' as const,
})

/** Returns the released report of a link; undefined if the link is unknown or withdrawn. */
export async function findReleased({ db }: Pick<OwnerContext, 'db'>, token: string) {
  const [row] = await db
    .select({ report: reports, pdf: reportPrints.pdf })
    .from(reports)
    .leftJoin(reportPrints, and(eq(reportPrints.reportId, reports.id), eq(reportPrints.state, 'ready')))
    .where(and(eq(reports.linkHash, hashToken(token)), eq(reports.state, 'released')))
  return row
}

/** Returns the PDF of a released report. @throws {DomainError} `not_found` */
export async function readPdf(ctx: UserContext, id: string) {
  const [row] = await ctx.db
    .select({ report: reports, pdf: reportPrints.pdf, message: reportPrints.message })
    .from(reports)
    .leftJoin(reportPrints, eq(reportPrints.reportId, reports.id))
    .where(and(isOwn(ctx, id), eq(reports.state, 'released')))
  if (!row?.pdf) throw new DomainError('not_found', row?.message ?? REPORT_MESSAGES.noPdf)
  return { report: row.report, pdf: row.pdf }
}

/**
 * Freezes a report, activates its link, and queues its PDF and one mail per recipient.
 * @throws {DomainError} `conflict` if it was prepared again meanwhile or is already released; `not_found`, `rate_limited`
 */
export async function releaseReport(
  ctx: UserContext,
  id: string,
  { preparedAt, note, recipients }: ReleaseReport,
): Promise<Report> {
  await requireReport(ctx, id)
  await limit(ctx, { ...LIMITS.releaseReport, key: ctx.userId })
  await write(ctx, async ctx => {
    const report = await requireReport(ctx, id)
    if (report.state === 'released') throw new DomainError('conflict', REPORT_MESSAGES.released)
    if (+report.preparedAt !== Date.parse(preparedAt))
      throw new DomainError('conflict', REPORT_MESSAGES.changed)
    const content = await branded(ctx, report)
    const releases = report.releases + 1
    const token = tokenOf(ctx, id, releases)
    await ctx.db
      .update(reports)
      .set({
        state: 'released',
        content,
        note,
        recipients,
        releases,
        releasedAt: ctx.now(),
        releasedBy: ctx.userId,
        linkHash: hashToken(token),
      })
      .where(eq(reports.id, id))
    await ctx.db
      .insert(reportPrints)
      .values({ reportId: id, state: 'queued', wakeAt: ctx.now() })
      .onConflictDoNothing()
    const sender = onlyRow(await ctx.db.select().from(users).where(eq(users.id, ctx.userId)))
    const mails = recipients.map((to, index) => ({
      id: mailId({ id, releases }, index),
      userId: ctx.userId,
      mail: reportMail({
        to,
        replyTo: sender.email,
        sender: sender.fullname,
        content,
        url: urlOf(ctx, token),
      }),
    }))
    await queueMails(ctx, mails)
    ctx.wake('mail-reports')
  })
  return readReport(ctx, id)
}

/**
 * Deactivates a report's link, and deletes its PDF and unsent mails. The report can be prepared and released again.
 * @throws {DomainError} `conflict` if it isn't released, `not_found`
 */
export async function withdrawReport(ctx: UserContext, id: string): Promise<Report> {
  await write(ctx, async ctx => {
    const report = await requireReport(ctx, id)
    if (report.state !== 'released') throw new DomainError('conflict', REPORT_MESSAGES.notReleased)
    await ctx.db.update(reports).set({ state: 'withdrawn', linkHash: null }).where(eq(reports.id, id))
    await ctx.db.delete(reportPrints).where(eq(reportPrints.reportId, id))
    const mailIds = report.recipients.map((_, index) => mailId(report, index))
    await deleteMails(ctx, mailIds)
  })
  return readReport(ctx, id)
}

/** Requires a report that the caller may change. @throws {DomainError} `not_found`, also without the permission */
export async function requireReport(ctx: Inside<UserContext>, id: string): Promise<ReportRow> {
  const [report] = await ctx.db
    .select()
    .from(reports)
    .where(isOwn(ctx, id, 'configure'))
  if (!report) throw noSuchReport()
  return report
}

/** Last day of a month on which the report of the month before is prepared, in case the api was down before. */
const PREPARED_UNTIL_DAY = 7
/** Time after a month in UTC, by whose days networks count, until its last figures have been read. */
const FIGURES_AFTER_MS = 12 * 60 * 60_000
/** Exceeds a month and the week after it. */
const LOOK_BACK_MS = 45 * DAY_MS

type Business = { domainId: string; userId: string; month: string; name: string }

/** Prepares last month's report of each business that published something, and notifies its owner once. */
export async function prepareMonthlyReports(ctx: Context): Promise<void> {
  for (const business of await businessesDue(ctx)) {
    try {
      await prepareFor(ctx, business)
    } catch (error) {
      ctx.log.error({ err: error, domainId: business.domainId }, 'a monthly report was not prepared')
    }
  }
}

async function businessesDue({ db, now }: Context): Promise<Business[]> {
  const rows = await db
    .select({
      domainId: domains.id,
      userId: domains.userId,
      name: domains.businessName,
      timeZone: domains.timeZone,
      lastPost: sql<number>`max(${deliveries.publishedAt})`,
    })
    .from(domains)
    .innerJoin(deliveries, eq(deliveries.domainId, domains.id))
    .innerJoin(users, eq(users.id, domains.userId))
    .where(
      and(
        eq(deliveries.state, 'published'),
        isNull(deliveries.removedAt),
        gte(deliveries.publishedAt, new Date(+now() - LOOK_BACK_MS)),
        notExists(
          db
            .select({ one: sql`1` })
            .from(reports)
            .where(
              and(
                eq(reports.domainId, domains.id),
                gte(reports.month, shiftMonth(monthIn(now(), 'UTC'), -1)),
              ),
            ),
        ),
      ),
    )
    .groupBy(domains.id)
  return rows.flatMap(({ timeZone, lastPost, ...business }) => {
    const zone = timeZone ?? DEFAULT_TIME_ZONE
    const month = shiftMonth(monthIn(now(), zone), -1)
    const isComplete = month < monthIn(new Date(+now() - FIGURES_AFTER_MS), 'UTC')
    const isEarly = wallClock(zone, now()).day <= PREPARED_UNTIL_DAY
    return isComplete && isEarly && lastPost >= +boundsOf(month, zone).from ? [{ ...business, month }] : []
  })
}

async function prepareFor(ctx: Context, { userId, domainId, month, name }: Business): Promise<void> {
  const content = await compileReport({ ...ctx, userId }, { domainId, month })
  if (content.posts.total === 0) return
  const id = crypto.randomUUID()
  const draft = draftOf(ctx, content)
  await write(ctx, async ctx => {
    if ((await ctx.db.$count(domains, eq(domains.id, domainId))) === 0) return
    const [saved] = await ctx.db
      .insert(reports)
      .values({ id, userId, domainId, month, recipients: [], ...draft })
      .onConflictDoNothing()
      .returning({ id: reports.id })
    if (saved)
      await notify(ctx, [
        {
          id: `report:${id}`,
          userId,
          type: 'general',
          tone: 'info',
          title: `${name}: the ${monthLabel(month)} report is ready`,
          message: 'Read it, add a line of your own, and release it.',
          link: `/dashboard/reports?report=${id}`,
        },
      ])
  })
}
