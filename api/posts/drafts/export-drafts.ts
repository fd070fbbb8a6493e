import { and, asc, eq, inArray, isNull } from 'drizzle-orm'

import { connectedAccounts } from '#api/accounts/accounts.ts'
import { isAllowedIn } from '#api/auth/access/membership.ts'
import type { UserContext } from '#api/context.ts'
import { type DraftRow, draftMedia, drafts } from '#api/db/schema/posts/drafts.ts'
import { media } from '#api/db/schema/posts/media.ts'
import { mediaItem } from '#api/media/media.ts'
import { NETWORK_IDS, type NetworkId } from '#shared/networks.ts'
import type { DraftContent } from '#shared/posts/drafts.ts'
import { takesFirstComment } from '#shared/posts/first-comments.ts'
import { isSameLabel } from '#shared/posts/labels.ts'
import type { Delivery, ExportPosts, Post } from '#shared/posts/posts.ts'
import { isStory } from '#shared/posts/stories.ts'

/** A post or a draft as a spreadsheet shows it. */
export type Exported = Pick<Post, '_id' | 'timeZone' | 'labels' | 'media' | 'approval'> & {
  deliveries: readonly (Pick<Delivery, 'network' | 'state' | 'reason' | 'message'> & Partial<Delivery>)[]
  /** Empty for a draft without a time. */
  publishAt: string
  /** The text of a draft, which may go to no network. */
  text?: string
}

/**
 * Returns the drafts that a member who may write sees, of a business or of all their businesses, the oldest first. Only those that
 * have a time are in a time window.
 */
export async function listExportedDrafts(
  ctx: UserContext,
  { domainId, from, to, label }: Pick<ExportPosts, 'domainId' | 'from' | 'to' | 'label'>,
): Promise<Exported[]> {
  const rows = await ctx.db
    .select()
    .from(drafts)
    .where(
      and(
        isNull(drafts.deletedAt),
        isAllowedIn(ctx, drafts.domainId, 'write'),
        domainId ? eq(drafts.domainId, domainId) : undefined,
      ),
    )
    .orderBy(asc(drafts.createdAt), asc(drafts.id))
  const chosen = rows.filter(({ content }) => {
    const at = timeOf(content)
    const isInWindow = (!from || (at && at >= Date.parse(from))) && (!to || (at && at <= Date.parse(to)))
    return isInWindow && (!label || content.labels?.some(each => isSameLabel(each, label)))
  })
  const connected = await connectedIn(ctx, chosen)
  const files = await filesOf(ctx, chosen)
  return chosen.map(({ id, domainId: business, content }) => {
    const networks = NETWORK_IDS.filter(
      network => content.networks[network] ?? connected.get(business ?? '')?.includes(network),
    )
    const at = timeOf(content)
    return {
      _id: id,
      timeZone: content.timeZone,
      labels: content.labels ?? [],
      publishAt: at === undefined ? '' : new Date(at).toISOString(),
      text: textOn(content, undefined),
      media: content.media.flatMap(({ mediaId, altText }) => {
        const row = files.get(mediaId)
        return row ? mediaItem(ctx, row, altText) : []
      }),
      deliveries: networks.map(network => ({
        network,
        state: 'draft' as const,
        reason: '',
        message: textOn(content, network),
        ...commentOn(content, network),
        ...(content.extras?.[network] && { extras: content.extras[network] }),
      })),
    }
  })
}

const timeOf = ({ isScheduled, publishAt }: DraftContent) =>
  isScheduled && publishAt ? Date.parse(publishAt) : undefined

/** Without a network, returns the first text that there is. */
function textOn({ sameMessage, message, messages }: DraftContent, network: NetworkId | undefined): string {
  if (sameMessage) return message
  return (network ? messages[network] : Object.values(messages).find(text => text?.trim())) ?? ''
}

function commentOn(
  { sameMessage, firstComment, firstComments, extras }: DraftContent,
  network: NetworkId,
): Pick<Delivery, 'firstComment'> {
  const message = sameMessage ? firstComment : (firstComments[network] ?? '')
  const takes = message !== '' && takesFirstComment(network) && !isStory({ extras: extras?.[network] })
  return takes ? { firstComment: { message, state: 'waiting', reason: '' } } : {}
}

/** Returns the networks with a connected account by business. */
async function connectedIn(ctx: UserContext, rows: readonly DraftRow[]): Promise<Map<string, NetworkId[]>> {
  const connected = new Map<string, NetworkId[]>()
  for (const domainId of new Set(rows.flatMap(row => row.domainId ?? [])))
    connected.set(
      domainId,
      (await connectedAccounts(ctx, domainId)).map(({ network }) => network),
    )
  return connected
}

async function filesOf({ db }: UserContext, rows: readonly DraftRow[]) {
  const ids = rows.map(({ id }) => id)
  const found = await db
    .selectDistinct({ media })
    .from(draftMedia)
    .innerJoin(media, eq(media.id, draftMedia.mediaId))
    .where(inArray(draftMedia.draftId, ids))
  return new Map(found.map(row => [row.media.id, row.media]))
}
