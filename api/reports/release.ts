import { and, eq, ne, sql } from 'drizzle-orm'

import type { UserContext } from '#api/context.ts'
import { hashToken } from '#api/crypto/secrets.ts'
import { insertMany } from '#api/db/insert-many.ts'
import { reportPrints, reports } from '#api/db/schema/businesses/reports.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { DomainError } from '#api/errors.ts'
import { limit, LIMITS } from '#api/http/limits/limits.ts'
import { reportMail } from '#api/mail/report-mail.ts'
import { forgetMails, mailInserts } from '#api/outbox/mail.ts'
import { monthLabel } from '#shared/reports/render/labels.ts'
import { REPORT_MESSAGES, type ReleaseReport, type Report } from '#shared/reports/report.ts'
import { isOwn, readReport, tokenOf, urlOf } from './reports.ts'

const mailId = (id: string, release: number, index: number) => `report:${id}:${release}:${index}`

/**
 * Freezes a report, activates its link, and queues its PDF and one mail per recipient, in one batch. If two windows release it
 * at the same time, one of them gets `conflict` and queues nothing.
 * @throws {DomainError} `conflict` if it was prepared again meanwhile or is already released; `not_found`, `rate_limited`
 */
export async function releaseReport(
  ctx: UserContext,
  id: string,
  { preparedAt, note, recipients }: ReleaseReport,
): Promise<Report> {
  const { content } = await readReport(ctx, id)
  const [row] = await ctx.db
    .select({ release: reports.release, fullname: users.fullname, email: users.email })
    .from(reports)
    .innerJoin(users, eq(users.id, ctx.userId))
    .where(isOwn(ctx, id, 'configure'))
  if (!row) throw new DomainError('not_found', 'There is no such report.')
  await limit(ctx, { ...LIMITS.releaseReport, key: ctx.userId })
  const release = row.release + 1
  const token = tokenOf(ctx, id, release)
  const linkHash = hashToken(token)
  const mails = recipients.map((to, index) => ({
    id: mailId(id, release, index),
    userId: ctx.userId,
    mail: reportMail({
      to,
      replyTo: row.email,
      sender: row.fullname,
      business: content.business,
      month: monthLabel(content.month),
      url: urlOf(ctx, token),
    }),
  }))
  const isThisRelease = sql`from ${reports} where ${reports.id} = ${id} and ${reports.linkHash} = ${linkHash}`
  const [released] = await ctx.db.batch([
    ctx.db
      .update(reports)
      .set({ state: 'released', note, recipients, release, releasedAt: ctx.now(), linkHash })
      .where(
        and(
          isOwn(ctx, id, 'configure'),
          ne(reports.state, 'released'),
          eq(reports.release, row.release),
          eq(reports.preparedAt, new Date(preparedAt)),
        ),
      )
      .returning({ id: reports.id }),
    // `changes()` counts the rows of the update above, so only the call that released the report queues mail.
    mailInserts(ctx, mails, sql`changes() > 0`),
    insertMany(
      ctx.db,
      reportPrints,
      { reportId: id, state: 'queued', wakeAt: ctx.now() },
      isThisRelease,
    ).onConflictDoNothing(),
  ])
  if (released.length === 0) {
    const { state } = await readReport(ctx, id)
    throw new DomainError(
      'conflict',
      state === 'released' ? REPORT_MESSAGES.released : REPORT_MESSAGES.changed,
    )
  }
  ctx.wake('send-mail')
  return readReport(ctx, id)
}

/**
 * Deactivates a report's link, and deletes its PDF and unsent mails. The report can be prepared and released again.
 * @throws {DomainError} `conflict` if it isn't released, `not_found`
 */
export async function withdrawReport(ctx: UserContext, id: string): Promise<Report> {
  const { recipients } = await readReport(ctx, id)
  const [row] = await ctx.db
    .select({ release: reports.release })
    .from(reports)
    .where(isOwn(ctx, id, 'configure'))
  const release = row?.release ?? 0
  const [withdrawn] = await ctx.db.batch([
    ctx.db
      .update(reports)
      .set({ state: 'withdrawn', linkHash: null })
      .where(and(isOwn(ctx, id, 'configure'), eq(reports.state, 'released'), eq(reports.release, release)))
      .returning({ id: reports.id }),
    ctx.db
      .delete(reportPrints)
      .where(
        sql`${reportPrints.reportId} = (select id from ${reports} where ${isOwn(ctx, id)} and ${ne(reports.state, 'released')})`,
      ),
    forgetMails(
      ctx,
      recipients.map((_, index) => mailId(id, release, index)),
      sql`exists (select 1 from ${reports} where ${isOwn(ctx, id)} and ${eq(reports.state, 'withdrawn')})`,
    ),
  ])
  if (withdrawn.length === 0) throw new DomainError('conflict', REPORT_MESSAGES.notReleased)
  return readReport(ctx, id)
}
