import { and, desc, eq, gte, inArray, isNotNull, like, lt, type SQL, sql, type SQLWrapper } from 'drizzle-orm'

import { isAllowedIn, requireMembership } from '#api/auth/access/membership.ts'
import type { Context, UserContext } from '#api/context.ts'
import { isAfterCursor, pageOf } from '#api/db/pagination.ts'
import { activity } from '#api/db/schema/businesses/activity.ts'
import { alias } from '#api/db/schema/columns.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { type Column, listRows, streamSpreadsheet } from '#api/runtime/spreadsheet.ts'
import {
  A_REVIEWER,
  type ActivityAbout,
  type ActivityEntry,
  type ActivityFilters,
  type ActivityQuery,
  KIND_LABELS,
  activityKindOf,
  predicateOf,
  SOMEBODY,
  ORIGIN_LABELS,
} from '#shared/activity.ts'
import { brand } from '#shared/brand.ts'
import { FORMER_MEMBER } from '#shared/businesses/members.ts'
import { isAllowed } from '#shared/businesses/permissions.ts'
import type { NetworkId } from '#shared/networks.ts'
import { excerpt, withoutMarks } from '#shared/text/graphemes.ts'

const PAGE_SIZE = 50
const EXCERPT_LENGTH = 100

/** An entry before its post is read. */
type Found = { at: Date; entry: Omit<ActivityEntry, 'at'>; postId: string | null }

/**
 * Returns the activity of a business, newest first: recorded actions and published posts.
 * @throws {DomainError} `not_found`, also for non-members; `invalid` for a foreign cursor
 */
export async function readActivity(
  ctx: UserContext,
  domainId: string,
  query: ActivityQuery,
  limit = PAGE_SIZE,
): Promise<{ data: ActivityEntry[]; nextCursor: string | null }> {
  const role = await requireMembership(ctx, domainId)
  const showsEmails = isAllowed(role, 'own')
  const of = { ...query, domainId, limit: limit + 1 }
  const [acts, published] = await Promise.all([readActs(ctx, of, showsEmails), readPublished(ctx, of)])
  const rows = [...acts, ...published].toSorted(
    (a, b) => +b.at - +a.at || (a.entry._id < b.entry._id ? 1 : -1),
  )
  const { page, nextCursor } = pageOf(rows, limit, ({ at, entry }) => ({ at, id: entry._id }))
  const posts = await readExcerpts(ctx, domainId, page)
  return {
    data: page.map(({ at, entry: { about, ...entry }, postId }) => {
      const post = postId === null ? undefined : posts.get(postId)
      return { ...entry, at: at.toISOString(), about: { ...about, ...(post && { post }) } }
    }),
    nextCursor,
  }
}

type Reading = ActivityQuery & { domainId: string; limit: number }
type Columns = { id: SQLWrapper; at: SQLWrapper }

const isInPeriod = (columns: Columns, { from, to, cursor }: ActivityQuery): SQL | undefined =>
  and(
    from === undefined ? undefined : gte(columns.at, new Date(from)),
    to === undefined ? undefined : lt(columns.at, new Date(to)),
    isAfterCursor(columns, cursor, 'descending'),
  )

const person = alias(users, 'person')

async function readActs(ctx: UserContext, reading: Reading, showsEmails: boolean): Promise<Found[]> {
  const rows = await ctx.db
    .select({ row: activity, who: users.fullname, person: person.fullname })
    .from(activity)
    .leftJoin(users, eq(users.id, activity.userId))
    .leftJoin(person, eq(person.id, activity.personId))
    .where(
      and(
        eq(activity.domainId, reading.domainId),
        isAllowedIn(ctx, sql`+${activity.domainId}`),
        isBy(reading),
        reading.kind && like(activity.act, `${reading.kind}.%`),
        isInPeriod(activity, reading),
      ),
    )
    .orderBy(desc(activity.at), desc(activity.id))
    .limit(reading.limit)
  return rows.map(({ row, who, person }) => {
    const about = row.details as ActivityAbout
    const name = (row.email === null ? person : showsEmails && row.email) || fallbackPerson(row)
    return {
      at: row.at,
      postId: row.postId,
      entry: {
        _id: row.id,
        who: who ?? fallbackWho(row),
        whoId: row.userId,
        via: row.via,
        act: row.act,
        about: { ...about, ...(name && { person: name }) },
      },
    }
  })
}

type Row = typeof activity.$inferSelect

function fallbackWho({ via, name, details }: Row): string {
  if (via === 'currawong') return brand.siteName
  if (via !== 'link') return FORMER_MEMBER
  return name || (details['connects'] ? SOMEBODY : A_REVIEWER)
}

/**
 * Returns 'a former member' for somebody who has deleted their login, and undefined for an invitation whose e-mail the
 * reader may not see.
 */
const fallbackPerson = ({ act, details }: Row) =>
  act === 'member.role' || act === 'member.removed' || details['isInMakersBrowser']
    ? 'a former member'
    : undefined

function isBy({ person: by }: ActivityFilters): SQL | undefined {
  if (by === undefined) return undefined
  if (by === 'currawong') return eq(activity.via, 'currawong')
  return by === 'reviewers' ? eq(activity.via, 'link') : eq(activity.userId, by)
}

/** Reads publications from the deliveries, so that they aren’t stored a second time. */
async function readPublished(ctx: UserContext, reading: Reading): Promise<Found[]> {
  const { kind = 'post', person: by = 'currawong' } = reading
  if (kind !== 'post' || by !== 'currawong') return []
  const rows = await ctx.db
    .select({
      id: deliveries.id,
      postId: deliveries.postId,
      network: deliveries.network,
      at: deliveries.publishedAt,
    })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.domainId, reading.domainId),
        isNotNull(deliveries.publishedAt),
        isAllowedIn(ctx, sql`+${deliveries.domainId}`),
        isInPeriod({ id: deliveries.id, at: deliveries.publishedAt }, reading),
      ),
    )
    .orderBy(desc(deliveries.publishedAt), desc(deliveries.id))
    .limit(reading.limit)
  return rows.flatMap(({ id, postId, network, at }): Found[] =>
    at === null
      ? []
      : [
          {
            at,
            postId,
            entry: {
              _id: id,
              who: brand.siteName,
              whoId: null,
              via: 'currawong',
              act: 'post.published',
              about: { network },
            },
          },
        ],
  )
}

async function readExcerpts({ db }: Pick<Context, 'db'>, domainId: string, page: Found[]) {
  const ids = [...new Set(page.flatMap(({ postId }) => postId ?? []))]
  const rows = await db
    .select({
      id: deliveries.postId,
      text: sql<string>`substr(${deliveries.message}, 1, ${EXCERPT_LENGTH * 2})`,
      network: deliveries.network,
    })
    .from(deliveries)
    .where(and(inArray(deliveries.postId, ids), eq(deliveries.domainId, domainId)))
    .orderBy(deliveries.network)
  const posts = new Map<string, { _id: string; text: string; networks: NetworkId[] }>()
  for (const { id, text, network } of rows) {
    const post = posts.get(id)
    if (post) post.networks.push(network)
    else posts.set(id, { _id: id, text: excerpt(withoutMarks(text), EXCERPT_LENGTH), networks: [network] })
  }
  return posts
}

const EXPORTED_AT_ONCE = 500

const COLUMNS: Column<ActivityEntry>[] = [
  ['Time (UTC)', ({ at }) => at.replace('T', ' ').slice(0, 19)],
  ['Who', ({ who }) => who],
  ['What', predicateOf],
  ['About', ({ about }) => about.post?.text ?? about.account ?? about.person ?? ''],
  ['Details', detailsOf],
  ['How', ({ via }) => ORIGIN_LABELS[via]],
  ['Kind', ({ act }) => KIND_LABELS[activityKindOf(act)]],
  ['Post ID', ({ about }) => about.post?._id ?? ''],
]

function detailsOf({ about }: ActivityEntry): string {
  const changes = Object.entries(about.changes ?? {}).map(
    ([name, [from, to]]) => `${name}: ${textOf(from)} → ${textOf(to)}`,
  )
  const move = about.from && about.to ? [`${about.from} → ${about.to}`] : []
  return [...move, ...(about.reason ? [about.reason] : []), ...changes].join('\n')
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? ''))

/**
 * Streams the activity of a business as CSV.
 * @throws {DomainError} `not_found`
 */
export async function exportActivity(ctx: UserContext, domainId: string, filters: ActivityFilters) {
  await requireMembership(ctx, domainId)
  return streamSpreadsheet('csv', {
    rows: listRows(COLUMNS, async cursor => {
      const { data, nextCursor } = await readActivity(ctx, domainId, { ...filters, cursor }, EXPORTED_AT_ONCE)
      return { items: data, nextCursor }
    }),
    columns: COLUMNS.length,
    modified: ctx.now(),
  })
}
