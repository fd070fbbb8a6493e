import { and, eq, inArray, sql } from 'drizzle-orm'

import { deleteMembers } from '#api/auth/access/membership.ts'
import { repairOwner } from '#api/businesses/domains.ts'
import type { Context } from '#api/context.ts'
import { allOf } from '#api/db/conditions.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { reportPrints, reports } from '#api/db/schema/businesses/reports.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { approvalRules } from '#api/db/schema/posts/approvals.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { requestApproval, withdrawApprovals } from '#api/deliveries/approval/request.ts'
import { plural } from '#shared/plural.ts'
import { type EndedAccess, type Kind, type Membership, TOKENS } from './ended-access.ts'

/**
 * Withdraws approvals that were withdrawn since the backup. Otherwise a version goes out that its approver sent back.
 * @returns a line for each business, to print
 */
export async function endApprovals(ctx: Context, withdrawn: EndedAccess['withdrawn']): Promise<string[]> {
  const ids = JSON.stringify(withdrawn.map(({ postId }) => postId))
  const isWithdrawn = sql`${deliveries.postId} in (select value from json_each(${ids}))`
  await ctx.db.batch([withdrawApprovals(ctx, isWithdrawn), ...requestApproval(ctx, isWithdrawn)])
  return [...Map.groupBy(withdrawn, ({ business }) => business)].map(
    ([business, { length }]) => `${business}: the approval of ${plural(length, 'post')}`,
  )
}

/**
 * Requires approval where it has been required since the backup, and moves scheduled posts to review. Otherwise posts that
 * nobody approved would go out.
 */
export async function requireApprovals(ctx: Context, rules: EndedAccess['rules']): Promise<void> {
  for (const { domainId, approvers, changedAt } of rules) {
    const rule = {
      required: true,
      approvers: JSON.parse(approvers) as string[],
      changedAt: new Date(changedAt),
    }
    await ctx.db.batch([
      ctx.db
        .insert(approvalRules)
        .values({ domainId, ...rule })
        .onConflictDoUpdate({ target: approvalRules.domainId, set: rule }),
      ...requestApproval(ctx, eq(deliveries.domainId, domainId)),
    ])
  }
}

/**
 * Ends the access in a restored database that has ended since its backup.
 * @returns a line for each, to print
 */
export async function endAccess(ctx: Context, { memberships, rows, admins }: EndedAccess): Promise<string[]> {
  const lines: string[] = []
  for (const ofBusiness of Map.groupBy(memberships, ({ domainId }) => domainId).values())
    lines.push(...(await endMemberships(ctx, ofBusiness)))
  for (const kind of Object.keys(TOKENS) as Kind[]) {
    await endTokens(
      ctx,
      kind,
      rows[kind].map(({ id }) => id),
    )
    for (const [business, { length }] of Map.groupBy(rows[kind], row => row.business)) {
      const count = `${length} ${TOKENS[kind].name}${length === 1 ? '' : 's'}`
      lines.push(business ? `${business}: ${count}` : count)
    }
  }
  for (const { id, email } of admins) {
    await ctx.db.update(users).set({ role: 'user' }).where(eq(users.id, id))
    lines.push(`${email} is no longer an administrator`)
  }
  return lines
}

/** Leaves a business its owners if none would be left, because the later ones aren't in the backup. */
async function endMemberships(ctx: Context, ended: Membership[]): Promise<string[]> {
  const { domainId } = ended[0]!
  const losesOwner = ({ role, now }: Membership) => role === 'owner' && now?.role !== 'owner'
  const owners = await ctx.db.$count(members, and(eq(members.domainId, domainId), eq(members.role, 'owner')))
  const keepsOwners = ended.filter(losesOwner).length === owners
  const lines: string[] = []
  for (const membership of ended) {
    const { business, email, role, now } = membership
    if (keepsOwners && losesOwner(membership)) {
      lines.push(`${business}: except that ${email} is an owner again, because the backup has no later owner`)
      continue
    }
    await endMembership(ctx, membership)
    if (!now) lines.push(`${business}: ${email} is no longer a member`)
    else if (now.role !== role) lines.push(`${business}: ${email} is ${now.role}, no longer ${role}`)
  }
  await repairOwner(ctx, domainId)
  return lines
}

async function endMembership(ctx: Context, { domainId, userId, now }: Membership): Promise<void> {
  const isTheirs = allOf(eq(members.domainId, domainId), eq(members.userId, userId))
  if (now)
    await ctx.db
      .update(members)
      .set({ role: now.role, createdAt: new Date(now.createdAt) })
      .where(isTheirs)
  else await deleteMembers(ctx, isTheirs)
}

async function endTokens({ db }: Context, kind: Kind, ids: string[]): Promise<void> {
  if (kind === 'reports')
    await db.batch([
      db.update(reports).set({ state: 'withdrawn', linkHash: null }).where(inArray(reports.id, ids)),
      db.delete(reportPrints).where(inArray(reportPrints.reportId, ids)),
    ])
  else
    await db.run(
      sql`delete from ${sql.identifier(kind)} where ${sql.identifier(TOKENS[kind].id)} in (select value from json_each(${JSON.stringify(ids)}))`,
    )
}
