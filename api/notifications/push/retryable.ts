import { and, eq } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import type { notifications } from '#api/db/schema/people/notifications.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { isContentFault } from '#api/networks/content-faults.ts'
import { asksForCheck } from '#api/networks/meta/failures.ts'
import { linkTo } from '#api/notifications/link.ts'
import { NEVER_CONFIRMED } from '#shared/posts/posts.ts'

const PREFIX = linkTo({ postId: '' })

/**
 * Finds the post that a notification links to, if networks rejected it and a retry may help.
 * @returns undefined too if the post may be public already, or somebody must edit it or check the account first
 */
export async function findRetryablePost(
  { db }: Context,
  { userId, link }: Pick<typeof notifications.$inferSelect, 'userId' | 'link'>,
): Promise<string | undefined> {
  if (!link.startsWith(PREFIX)) return undefined
  const postId = link.slice(PREFIX.length)
  const failed = await db
    .select({ code: deliveries.reasonCode })
    .from(deliveries)
    .where(and(eq(deliveries.postId, postId), eq(deliveries.userId, userId), eq(deliveries.state, 'failed')))
  return failed.length && failed.every(({ code }) => helpsToRetry(code)) ? postId : undefined
}

const helpsToRetry = (code: string) =>
  code !== NEVER_CONFIRMED && !isContentFault(code) && !asksForCheck(code)
