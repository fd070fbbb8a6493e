import { and, desc, eq, inArray, isNull, or } from 'drizzle-orm'

import { isAllowedIn } from '#api/auth/access/membership.ts'
import type { UserContext } from '#api/context.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { draftMedia, drafts } from '#api/db/schema/posts/drafts.ts'
import { media } from '#api/db/schema/posts/media.ts'
import { mediaItem } from '#api/media/media.ts'
import { NETWORK_IDS } from '#shared/networks.ts'
import type { DraftContent, DraftSummary } from '#shared/posts/drafts.ts'
import { beginning } from '#shared/text/graphemes.ts'
import { activeDomain } from './drafts.ts'

const SUMMARY_CHARS = 160

/** Returns summaries of the drafts of the request's business, and of those without a business, last changed first. */
export async function listDrafts(ctx: UserContext): Promise<DraftSummary[]> {
  const { db, userId } = ctx
  const rows = await db
    .select({ draft: drafts, author: users.fullname })
    .from(drafts)
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
  const mediaIds = rows.flatMap(({ draft }) => draft.content.media[0]?.mediaId ?? [])
  const pictures = await db
    .select({ draftId: draftMedia.draftId, media })
    .from(draftMedia)
    .innerJoin(media, eq(media.id, draftMedia.mediaId))
    .where(
      and(
        inArray(
          draftMedia.draftId,
          rows.map(({ draft }) => draft.id),
        ),
        inArray(media.id, mediaIds),
      ),
    )
  return rows.map(({ draft: { id, content, updatedAt, userId: authorId }, author }) => {
    const picture = pictures.find(each => each.draftId === id && each.media.id === content.media[0]?.mediaId)
    const networksOff = NETWORK_IDS.filter(network => content.networks[network] === false)
    const thumbnailUrl = picture && mediaItem(ctx, picture.media, '').thumbnailUrl
    return {
      _id: id,
      text: beginning(textOf(content).trim(), SUMMARY_CHARS),
      networks: NETWORK_IDS.filter(network => content.networks[network]),
      ...(networksOff.length > 0 && { networksOff }),
      mediaCount: content.media.length,
      ...(thumbnailUrl && { thumbnailUrl }),
      ...(content.isScheduled && content.publishAt && { publishAt: content.publishAt }),
      ...(content.isScheduled && content.slot && { slot: true as const }),
      updatedAt: updatedAt.toISOString(),
      ...(author && authorId !== userId && { author }),
    }
  })
}

/** Returns the shared text, or else the first network's. */
const textOf = ({ sameMessage, message, messages }: DraftContent): string =>
  sameMessage ? message : (Object.values(messages).find(text => text?.trim()) ?? '')
