import { type SQL, sql } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { media } from '#api/db/schema/posts/media.ts'

type Businesses = {
  /** SQL condition: the business has other members than the person. */
  isShared: (domainId: SQL) => SQL
  /** SQL expression for the member who inherits the person's content. */
  heirOf: (domainId: SQL) => SQL<string>
}

/**
 * Transfers a person's files to shared businesses in which a post or draft uses them. They may be from before the person's first
 * business, or of a business of their own, and would otherwise be deleted with it. Returns the unexecuted statement for `db.batch`.
 */
export function mediaTransfer({ db }: Pick<Context, 'db'>, userId: string, { isShared, heirOf }: Businesses) {
  const usedIn = sql<string>`(
    select used.domain_id from (
      select posts.domain_id from post_media join posts on posts.id = post_media.post_id
      where post_media.media_id = media.id
      union all
      select drafts.domain_id from draft_media join drafts on drafts.id = draft_media.draft_id
      where draft_media.media_id = media.id
    ) as used where ${isShared(sql`used.domain_id`)} limit 1)`
  return db
    .update(media)
    .set({ userId: heirOf(usedIn), domainId: usedIn })
    .where(sql`${media.userId} = ${userId} and ${usedIn} is not null`)
}
