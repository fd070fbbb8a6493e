import { and, eq, gt, sql, type SQL } from 'drizzle-orm'

import { keepsPermission, requireMembership } from '#api/auth/access/membership.ts'
import { recordActivity } from '#api/businesses/activity/record.ts'
import type { Context, Inside, UserContext } from '#api/context.ts'
import { allOf } from '#api/db/conditions.ts'
import type { SQLiteColumn, SQLiteTable } from '#api/db/schema/columns.ts'
import { write } from '#api/db/write.ts'
import { hashToken, newToken } from '#api/runtime/crypto/secrets.ts'
import { DomainError, invalidField } from '#api/runtime/errors.ts'
import { linkOpeningId } from '#shared/activity.ts'
import { DAY_MS, HOUR_MS } from '#shared/durations.ts'
import { type LinkKind, MAX_LINK_MS, MAX_LINKS } from '#shared/links.ts'

/** A table of links that members create for one business, and that people without a login open. */
type LinkTable = SQLiteTable &
  Record<
    'id' | 'domainId' | 'userId' | 'tokenHash' | 'expiresAt' | 'createdAt' | 'openedAt' | 'openings',
    SQLiteColumn
  >

/**
 * Creates a link's token, for a change that inserts the link. Returns the URL, which can't be read again, and the values of the
 * columns that all links have.
 * @throws {DomainError} `invalid` for an end that is past or too far ahead, `conflict` above the maximum, `not_found`, `forbidden`
 */
export async function newLink(
  ctx: Inside<UserContext>,
  table: LinkTable,
  { domainId, expiresAt, kind }: { domainId: string; expiresAt: string | undefined; kind: LinkKind },
) {
  await requireMembership(ctx, domainId, 'connect')
  const createdAt = ctx.now()
  const end = expiresAt ? new Date(expiresAt) : new Date(+createdAt + kind.days * DAY_MS)
  if (+end <= +createdAt || +end > +createdAt + MAX_LINK_MS)
    throw invalidField('expiresAt', 'Please choose a day within a year.')
  if ((await ctx.db.$count(table, eq(table.domainId, domainId))) >= MAX_LINKS)
    throw new DomainError('conflict', kind.tooMany)
  const token = newToken()
  return {
    url: `${ctx.config.siteUrl}/${kind.path}/${token}`,
    row: {
      id: Bun.randomUUIDv7(),
      domainId,
      userId: ctx.userId,
      tokenHash: hashToken(token),
      expiresAt: end,
      createdAt,
    },
  }
}

/**
 * SQL condition: the link hasn't expired, and its creator may still create links, in the same membership. A demoted member's links
 * pause until that member may create links again.
 */
export const isUsable = ({ now }: Pick<Context, 'now'>, table: LinkTable): SQL =>
  allOf(gt(table.expiresAt, now()), keepsPermission({ now }, table, 'connect'))

/** SQL expression for a list: whether the link works. */
export const selectIsUsable = (ctx: Pick<Context, 'now'>, table: LinkTable) =>
  sql<number>`${isUsable(ctx, table)}`.mapWith(Boolean)

/** SQL condition: the row is the link with this token, and usable. */
export const isUsableLinkOf = (ctx: Pick<Context, 'now'>, table: LinkTable, token: string): SQL =>
  allOf(eq(table.tokenHash, hashToken(token)), isUsable(ctx, table))

/** @throws {DomainError} `not_found`, `forbidden` */
export async function revokeLink(
  ctx: Inside<UserContext>,
  table: LinkTable,
  { domainId, linkId, kind }: { domainId: string; linkId: string; kind: LinkKind },
): Promise<void> {
  await requireMembership(ctx, domainId, 'connect')
  const revoked = await ctx.db
    .delete(table)
    .where(and(eq(table.id, linkId), eq(table.domainId, domainId)))
    .returning({ id: table.id })
  if (revoked.length === 0) throw new DomainError('not_found', 'There is no such link.')
  await recordActivity(ctx, { domainId, act: 'link.revoked', details: kind.activity })
}

/** SQL expression for the picture of a business that visitors see: the picture of one of its accounts, or empty. */
export const businessPicture = sql<string>`coalesce((select accounts.picture from accounts
  where accounts.domain_id = domains.id and accounts.picture <> '' order by accounts.network limit 1), '')`

export const recordVisit = (
  ctx: Context,
  table: LinkTable,
  { link: { id, domainId }, kind }: { link: { id: string; domainId: string }; kind: LinkKind },
): Promise<void> =>
  write(ctx, async ctx => {
    await ctx.db
      .update(table)
      .set({ openedAt: ctx.now(), openings: sql`${table.openings} + 1` })
      .where(eq(table.id, id))
    await recordActivity(ctx, {
      // Records at most one visit an hour per link.
      id: linkOpeningId(id, Math.floor(+ctx.now() / HOUR_MS)),
      domainId,
      act: 'link.opened',
      byLink: { name: '' },
      details: kind.activity,
    })
  })
