import { createClient } from '@libsql/client'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { pathToFileURL } from 'node:url'

import { deleteMembers } from '#api/auth/access/membership.ts'
import { repairOwner } from '#api/businesses/domains.ts'
import type { Context } from '#api/context.ts'
import { allOf } from '#api/db/conditions.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { reportPrints, reports } from '#api/db/schema/businesses/reports.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { approvalRules } from '#api/db/schema/posts/approvals.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import { sendToReview, withdrawApprovals } from '#api/deliveries/approval/request.ts'
import { isAllowed, type Permission, PERMISSIONS, type Role } from '#shared/businesses/permissions.ts'
import { plural } from '#shared/plural.ts'

type Membership = {
  domainId: string
  business: string
  userId: string
  email: string
  role: Role
  createdAt: number
  /** The role in the replaced database; null if the membership has ended. */
  nowRole: Role | null
  nowCreatedAt: number
}
export type EndedAccess = {
  memberships: Membership[]
  /** Ids of rows by the name of their table, each with its business's name. */
  rows: Record<Kind, Row[]>
  admins: { id: string; email: string }[]
  /** Posts whose approval was withdrawn, or given to another version. */
  withdrawn: { postId: string; business: string }[]
  /** Approval rules that are stricter in the replaced database. */
  rules: { domainId: string; business: string; approvers: string; changedAt: number }[]
}

/** Tables whose rows give access by a token, with the columns of the row's id, of the token's hash and of its owner. */
const TOKENS = {
  invitations: { id: 'id', hash: 'token_hash', owner: 'domain_id', name: 'invitation' },
  review_links: { id: 'id', hash: 'token_hash', owner: 'domain_id', name: 'review link' },
  connect_links: { id: 'id', hash: 'token_hash', owner: 'domain_id', name: 'connect link' },
  calendar_feeds: { id: 'domain_id', hash: 'token_hash', owner: 'domain_id', name: 'calendar link' },
  reports: { id: 'id', hash: 'link_hash', owner: 'domain_id', name: 'report link' },
  sessions: { id: 'id', hash: 'token_hash', owner: 'user_id', name: 'session' },
  password_resets: { id: 'token_hash', hash: 'token_hash', owner: 'user_id', name: 'password link' },
} as const
type Kind = keyof typeof TOKENS
type Row = { id: string; business: string }
const KINDS = Object.keys(TOKENS) as Kind[]
const NEVER_EXPIRE: Kind[] = ['calendar_feeds', 'reports']

/**
 * Compares the access in a backup with that in the database that it replaces.
 * @returns undefined if the replaced database isn't a continuation of the backup: a row that it lacks may then be newer
 */
export async function findEndedAccess(
  backup: string,
  replaced: string,
  now: Date,
): Promise<EndedAccess | undefined> {
  // One connection, because only the one that has attached the other database sees it.
  const client = createClient({ url: pathToFileURL(backup).href, concurrency: 1 })
  const read = async <Item>(sql: string) =>
    (await client.execute(sql)).rows.map(row => ({ ...row })) as Item[]
  try {
    await client.execute({ sql: 'attach database ? as replaced', args: [replaced] })
    const [{ continues } = { continues: 0 }] = await read<{ continues: number }>(CONTINUES)
    if (!continues) return undefined
    const rows = await Promise.all(
      KINDS.map(async kind => [kind, await read<Row>(tokensOf(kind, now))] as const),
    )
    return {
      memberships: (await read<Membership>(MEMBERSHIPS)).filter(hasLostAccess),
      rows: Object.fromEntries(rows) as EndedAccess['rows'],
      admins: await read(ADMINS),
      withdrawn: await read(WITHDRAWN),
      rules: await read(RULES),
    }
  } finally {
    client.close()
  }
}

/** Activity is append-only, so a continuation of the backup has all of its activity, except that of deleted businesses. */
const CONTINUES = `select exists (select 1 from main.users join replaced.users as now on now.id = users.id)
  and not exists (select 1 from main.activity where domain_id in (select id from replaced.domains)
    and id not in (select id from replaced.activity)) as continues`

const MEMBERSHIPS = `select domains.id as domainId, business_name as business, users.id as userId, email,
    members.role as role, members.created_at as createdAt, now.role as nowRole, now.created_at as nowCreatedAt
  from main.members join main.domains on domains.id = members.domain_id join main.users on users.id = members.user_id
  left join replaced.members as now on now.domain_id = members.domain_id and now.user_id = members.user_id
    and (now.visits_until is null or members.visits_until is not null)
  where domains.id in (select id from replaced.domains)
  order by business_name, domains.id, email`

const ADMINS = `select users.id as id, users.email as email from main.users
  join replaced.users as now on now.id = users.id where users.role = 'admin' and now.role <> 'admin' order by email`

const RULES = `select now.domain_id as domainId, domains.business_name as business, now.approvers as approvers,
    now.changed_at as changedAt
  from replaced.approval_rules as now join main.domains on domains.id = now.domain_id
  left join main.approval_rules as rule on rule.domain_id = now.domain_id
  where now.required and (not coalesce(rule.required, 0)
    or (now.approvers <> '[]' and (rule.approvers = '[]'
      or exists (select 1 from json_each(rule.approvers) where value not in (select value from json_each(now.approvers))))))
  order by business, domainId`

const WITHDRAWN = `select approval.post_id as postId, business_name as business from main.approvals as approval
  join main.domains on domains.id = approval.domain_id join replaced.posts on posts.id = approval.post_id
  left join replaced.approvals as now on now.post_id = approval.post_id and now.state = 'approved'
  where approval.state = 'approved' and (now.post_id is null
    or exists (select 1 from json_each(approval.signed) where value not in (select value from json_each(now.signed))))
  order by business, postId`

/** Returns the SQL for tokens that the replaced database lacks, of businesses and people that it has. */
function tokensOf(kind: Kind, now: Date): string {
  const { id, hash, owner } = TOKENS[kind]
  const owners = owner === 'domain_id' ? 'domains' : 'users'
  return `select token.${id} as id, ${owner === 'domain_id' ? 'owner.business_name' : "''"} as business
    from main.${kind} as token join main.${owners} as owner on owner.id = token.${owner}
    where owner.id in (select id from replaced.${owners})
      and token.${hash} not in (select ${hash} from replaced.${kind} where ${hash} is not null)
      ${NEVER_EXPIRE.includes(kind) ? '' : `and token.expires_at > ${+now}`}
    order by business, id`
}

/** Returns true for a lost permission, and for a member who left and returned: their first membership's links have ended. */
const hasLostAccess = ({ role, createdAt, nowRole, nowCreatedAt }: Membership) =>
  nowRole === null ||
  nowCreatedAt > createdAt ||
  (Object.keys(PERMISSIONS) as Permission[]).some(each => isAllowed(role, each) && !isAllowed(nowRole, each))

/**
 * Withdraws approvals that were withdrawn since the backup. Otherwise a version goes out that its approver sent back.
 * @returns a line for each business, to print
 */
export async function endApprovals(ctx: Context, withdrawn: EndedAccess['withdrawn']): Promise<string[]> {
  const ids = JSON.stringify(withdrawn.map(({ postId }) => postId))
  const isWithdrawn = sql`${deliveries.postId} in (select value from json_each(${ids}))`
  await write(ctx, async ctx => {
    await withdrawApprovals(ctx, isWithdrawn)
    await sendToReview(ctx, isWithdrawn)
  })
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
    await write(ctx, async ctx => {
      await ctx.db
        .insert(approvalRules)
        .values({ domainId, ...rule })
        .onConflictDoUpdate({ target: approvalRules.domainId, set: rule })
      await sendToReview(ctx, eq(deliveries.domainId, domainId))
    })
  }
}

/**
 * Ends the access in a restored database that has ended since its backup.
 * @returns a line for each, to print
 */
export async function endAccess(ctx: Context, { memberships, rows, admins }: EndedAccess): Promise<string[]> {
  const lines: string[] = []
  for (const group of Map.groupBy(memberships, ({ domainId }) => domainId).values())
    lines.push(...(await endMemberships(ctx, group)))
  for (const kind of KINDS) {
    const ids = rows[kind].map(({ id }) => id)
    await endTokens(ctx, kind, ids)
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

/** Ends memberships of one business. Keeps its owners if it would have none left, because later owners aren't in the backup. */
async function endMemberships(ctx: Context, ended: Membership[]): Promise<string[]> {
  const { domainId } = ended[0]!
  const losesOwner = ({ role, nowRole }: Membership) => role === 'owner' && nowRole !== 'owner'
  const owners = await ctx.db.$count(members, and(eq(members.domainId, domainId), eq(members.role, 'owner')))
  const keepsOwners = ended.filter(losesOwner).length === owners
  const lines: string[] = []
  for (const membership of ended) {
    const { business, userId, email, role, nowRole, nowCreatedAt } = membership
    if (keepsOwners && losesOwner(membership)) {
      lines.push(`${business}: except that ${email} is an owner again, because the backup has no later owner`)
      continue
    }
    const isTheirs = allOf(eq(members.domainId, domainId), eq(members.userId, userId))
    if (nowRole) {
      const now = { role: nowRole, createdAt: new Date(nowCreatedAt) }
      await ctx.db.update(members).set(now).where(isTheirs)
      if (nowRole !== role) lines.push(`${business}: ${email} is ${nowRole}, no longer ${role}`)
    } else {
      await deleteMembers(ctx, isTheirs)
      lines.push(`${business}: ${email} is no longer a member`)
    }
  }
  await repairOwner(ctx, domainId)
  return lines
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
