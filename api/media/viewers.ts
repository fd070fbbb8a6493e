import { type SQL, sql } from 'drizzle-orm'

import { isAllowedIn, keepsPermission } from '#api/auth/access/membership.ts'
import type { Context, OwnerContext } from '#api/context.ts'
import { draftMedia, drafts } from '#api/db/schema/posts/drafts.ts'
import { media } from '#api/db/schema/posts/media.ts'
import { postMedia, posts } from '#api/db/schema/posts/posts.ts'

const LINK = 'link:'

/** Returns the viewer for the media URLs of a review link. They work as long as the link does. */
export const linkViewer = (reviewLinkId: string) => LINK + reviewLinkId

export const isLinkViewer = (viewer = '') => viewer.startsWith(LINK)

export const viewerOf = ({ mediaViewer, userId }: Pick<OwnerContext, 'mediaViewer' | 'userId'>) =>
  mediaViewer ?? userId

/**
 * SQL condition on a row of `media`: its viewer still has access. A member has it through the file's business, or through a
 * post or draft that uses it; a reviewer, as long as their link works.
 */
export function isVisibleTo({ now }: Pick<Context, 'now'>, viewer: string): SQL {
  if (isLinkViewer(viewer)) {
    const creator = {
      userId: sql`link.user_id`,
      domainId: sql`link.domain_id`,
      createdAt: sql`link.created_at`,
    }
    return sql`exists (select 1 from review_links as link where link.id = ${viewer.slice(LINK.length)}
      and link.expires_at > ${+now()} and ${keepsPermission({ now }, creator, 'connect')})`
  }
  const inBusiness = (domainId: SQL) => isAllowedIn({ userId: viewer }, domainId)
  return sql`((${media.domainId} is null and ${media.userId} = ${viewer} and not ${media.isRemoving}) or ${inBusiness(sql`${media.domainId}`)}
    or exists (select 1 from ${postMedia} as used join ${posts} as post on post.id = used.post_id
      where used.media_id = ${media.id} and ${inBusiness(sql`post.domain_id`)})
    or exists (select 1 from ${draftMedia} as used join ${drafts} as draft on draft.id = used.draft_id
      where used.media_id = ${media.id} and (draft.user_id = ${viewer} and draft.domain_id is null
        or ${inBusiness(sql`draft.domain_id`)})))`
}
