import { eq } from 'drizzle-orm'

import type { Inside, UserContext } from '#api/context.ts'
import { hashToken } from '#api/crypto/secrets.ts'
import { onlyRow } from '#api/db/only-row.ts'
import { reportPrints, type ReportRow, reports } from '#api/db/schema/businesses/reports.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { write } from '#api/db/write.ts'
import { DomainError } from '#api/errors.ts'
import { limit, LIMITS } from '#api/http/limits/limits.ts'
import { reportMail } from '#api/mail/report-mail.ts'
import { forgetMails, mailInserts } from '#api/outbox/mail.ts'
import { monthLabel } from '#shared/reports/render/labels.ts'
import { REPORT_MESSAGES, type ReleaseReport, type Report } from '#shared/reports/report.ts'
import { isOwn, noSuchReport, readReport, tokenOf, urlOf } from './reports.ts'

const mailId = (id: string, release: number, index: number) => `report:${id}:${release}:${index}`

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
    const release = report.release + 1
    const token = tokenOf(ctx, id, release)
    await ctx.db
      .update(reports)
      .set({
        state: 'released',
        note,
        recipients,
        release,
        releasedAt: ctx.now(),
        linkHash: hashToken(token),
      })
      .where(eq(reports.id, id))
    await ctx.db
      .insert(reportPrints)
      .values({ reportId: id, state: 'queued', wakeAt: ctx.now() })
      .onConflictDoNothing()
    const sender = onlyRow(await ctx.db.select().from(users).where(eq(users.id, ctx.userId)))
    const mails = recipients.map((to, index) => ({
      id: mailId(id, release, index),
      userId: ctx.userId,
      mail: reportMail({
        to,
        replyTo: sender.email,
        sender: sender.fullname,
        business: report.content.business,
        month: monthLabel(report.month),
        url: urlOf(ctx, token),
      }),
    }))
    await mailInserts(ctx, mails)
    ctx.wake('send-mail')
  })
  return readReport(ctx, id)
}

/**
 * Deactivates a report's link, and deletes its PDF and unsent mails. The report can be prepared and released again.
 * @throws {DomainError} `conflict` if it isn't released, `not_found`
 */
export async function withdrawReport(ctx: UserContext, id: string): Promise<Report> {
  await write(ctx, async ctx => {
    const { state, release, recipients } = await requireReport(ctx, id)
    if (state !== 'released') throw new DomainError('conflict', REPORT_MESSAGES.notReleased)
    await ctx.db.update(reports).set({ state: 'withdrawn', linkHash: null }).where(eq(reports.id, id))
    await ctx.db.delete(reportPrints).where(eq(reportPrints.reportId, id))
    await forgetMails(
      ctx,
      recipients.map((_, index) => mailId(id, release, index)),
    )
  })
  return readReport(ctx, id)
}

/** @throws {DomainError} `not_found`, also without the permission */
async function requireReport(ctx: Inside<UserContext>, id: string): Promise<ReportRow> {
  const [report] = await ctx.db
    .select()
    .from(reports)
    .where(isOwn(ctx, id, 'configure'))
  if (!report) throw noSuchReport()
  return report
}
