import { and, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'

import { isAllowedIn } from '#api/auth/access/membership.ts'
import type { UserContext } from '#api/context.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { drafts } from '#api/db/schema/posts/drafts.ts'
import { media } from '#api/db/schema/posts/media.ts'
import { mediaItem } from '#api/media/media.ts'
import { NETWORK_IDS } from '#shared/networks.ts'
import type { DraftContent, DraftSummary } from '#shared/posts/drafts.ts'
import { beginning } from '#shared/text/graphemes.ts'
import { activeDomain, isOfDraft } from './drafts.ts'

const SUMMARY_CHARS = 160
const WHITE_SPACE = ' \n\r\t'

/** Selects the shared text, or else the first network's. */
const textExpression = sql`iif(
  ${drafts.content} ->> '$.sameMessage',
  ${drafts.content} ->> '$.message',
  coalesce((
    select item.value from json_each(${drafts.content}, '$.messages') as item
    where trim(item.value, ${WHITE_SPACE}) <> '' limit 1
  ), '')
)`

/** Returns summaries of the drafts of the request's business, and of those without a business, last changed first. */
export async function listDrafts(ctx: UserContext): Promise<DraftSummary[]> {
  const { db, userId } = ctx
  const { content } = drafts
  const firstMedia = sql`${content} ->> '$.media[0].mediaId'`
  const rows = await db
    .select({
      id: drafts.id,
      text: sql<string>`substr(trim(${textExpression}, ${WHITE_SPACE}), 1, ${SUMMARY_CHARS * 2})`,
      networks: sql`${content} -> '$.networks'`.mapWith(content) as unknown as SQL<DraftContent['networks']>,
      mediaCount: sql<number>`json_array_length(${content}, '$.media')`,
      publishAt: sql<string | null>`iif(${content} ->> '$.isScheduled', ${content} ->> '$.publishAt', null)`,
      slot: sql<0 | 1 | null>`${content} ->> '$.isScheduled' and ${content} ->> '$.slot'`,
      updatedAt: drafts.updatedAt,
      author: sql<string | null>`iif(${drafts.userId} = ${userId}, null, ${users.fullname})`,
      first: media,
    })
    .from(drafts)
    .leftJoin(media, and(eq(media.id, firstMedia), isOfDraft(drafts.id)))
    .leftJoin(users, eq(users.id, drafts.userId))
    .where(
      and(
        isNull(drafts.deletedAt),
        or(
          and(eq(drafts.userId, userId), isNull(drafts.domainId)),
          and(inArray(drafts.domainId, activeDomain(ctx)), isAllowedIn(ctx, drafts.domainId, 'write')),
        ),
      ),
    )
    .orderBy(desc(drafts.updatedAt), desc(drafts.id))
  return rows.map(({ id, networks, publishAt, slot, updatedAt, author, first, text, ...row }) => {
    const networksOff = NETWORK_IDS.filter(network => networks[network] === false)
    const thumbnailUrl = first && mediaItem(ctx, first, '').thumbnailUrl
    return {
      _id: id,
      ...row,
      text: beginning(text, SUMMARY_CHARS),
      networks: NETWORK_IDS.filter(network => networks[network]),
      ...(networksOff.length > 0 && { networksOff }),
      ...(thumbnailUrl && { thumbnailUrl }),
      ...(publishAt && { publishAt }),
      ...(slot && { slot: true as const }),
      updatedAt: updatedAt.toISOString(),
      ...(author && { author }),
    }
  })
}
