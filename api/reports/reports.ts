import { and, desc, eq, type SQL } from 'drizzle-orm'

import { isAllowedIn, requireMembership } from '#api/auth/access/membership.ts'
import type { OwnerContext, UserContext } from '#api/context.ts'
import { hashToken, keyedToken } from '#api/crypto/secrets.ts'
import { onlyRow } from '#api/db/only-row.ts'
import { reportPrints, type ReportRow, reports } from '#api/db/schema/businesses/reports.ts'
import { write } from '#api/db/write.ts'
import { DomainError } from '#api/errors.ts'
import { limit, LIMITS } from '#api/http/limits/limits.ts'
import type { Permission } from '#shared/businesses/permissions.ts'
import { shiftMonth } from '#shared/reports/render/labels.ts'
import type { PrepareReport, Report, ReportQuery, ReportSummary } from '#shared/reports/report.ts'
import { REPORT_MESSAGES } from '#shared/reports/report.ts'
import { compileReport } from './compile.ts'
import { monthIn } from './months.ts'

const MONTHS_BACK = 12

/** Returns the condition for a report of one of the user's businesses. */
export const isOwn = (
  ctx: Pick<UserContext, 'userId'>,
  id: string,
  permission: Permission = 'see',
): SQL | undefined => and(eq(reports.id, id), isAllowedIn(ctx, reports.domainId, permission))

export const noSuchReport = () => new DomainError('not_found', 'There is no such report.')

const withPrint = ({ db }: OwnerContext, where: SQL | undefined) =>
  db
    .select({
      report: reports,
      pdf: { state: reportPrints.state, message: reportPrints.message },
    })
    .from(reports)
    .leftJoin(reportPrints, eq(reportPrints.reportId, reports.id))
    .where(where)
    .orderBy(desc(reports.month))

type WithPrint = Awaited<ReturnType<typeof withPrint>>[number]

const toSummary = ({ report, pdf }: WithPrint): ReportSummary => ({
  _id: report.id,
  month: report.month,
  state: report.state,
  preparedAt: report.preparedAt.toISOString(),
  releasedAt: report.releasedAt?.toISOString() ?? null,
  recipients: report.recipients,
  pdf,
})

/** Returns a business's reports, newest month first. */
export const listReports = async (ctx: UserContext, { domainId }: ReportQuery): Promise<ReportSummary[]> =>
  (await withPrint(ctx, and(isAllowedIn(ctx, reports.domainId), eq(reports.domainId, domainId)))).map(
    toSummary,
  )

/** @throws {DomainError} `not_found` */
export async function readReport(ctx: UserContext, id: string): Promise<Report> {
  const [row] = await withPrint(ctx, isOwn(ctx, id))
  if (!row) throw noSuchReport()
  return {
    ...toSummary(row),
    content: row.report.content,
    note: row.report.note,
    link: linkOf(ctx, row.report),
  }
}

/**
 * Derives the token of a release's link, so that its owner can copy it again although only its hash is stored
 * (docs/decisions/056).
 */
export const tokenOf = ({ config }: Pick<OwnerContext, 'config'>, id: string, release: number) =>
  keyedToken(config.appSecret, 'report link', `${id}:${release}`)

export const urlOf = ({ config }: Pick<OwnerContext, 'config'>, token: string) =>
  `${config.publicUrl}/report/${token}`

/** Returns null after APP_SECRET has changed: the link still works, but can't be derived again. */
function linkOf(ctx: OwnerContext, { id, release, linkHash }: ReportRow): string | null {
  if (linkHash === null) return null
  const token = tokenOf(ctx, id, release)
  return hashToken(token) === linkHash ? urlOf(ctx, token) : null
}

/**
 * Gathers a month's figures and replaces earlier ones. A released report can't be changed.
 * @throws {DomainError} `invalid` for a future month, `conflict` for a released report, `not_found`, `rate_limited`
 */
export async function prepareReport(ctx: UserContext, { domainId, month }: PrepareReport): Promise<Report> {
  await limit(ctx, { ...LIMITS.prepareReport, key: ctx.userId })
  await requireMembership(ctx, domainId, 'configure')
  const content = await compileReport(ctx, { domainId, month })
  const current = monthIn(ctx.now(), content.timeZone)
  if (month > current || month < shiftMonth(current, -MONTHS_BACK))
    throw new DomainError('invalid', REPORT_MESSAGES.month, { fields: { month: REPORT_MESSAGES.month } })
  const fresh = { content, preparedAt: ctx.now(), state: 'draft' as const }
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
