import { and, eq, sum } from 'drizzle-orm'

import type { UserContext } from '#api/context.ts'
import { media } from '#api/db/schema/posts/media.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { MEDIA_MESSAGES } from '#shared/media/media.ts'

const GIGABYTE = 1024 ** 3

/**
 * Checks that more bytes fit within the user's quota. Media that are being removed don't count.
 * @throws {DomainError} `too_large` if they don't fit
 */
export async function requireQuota({ db, config, userId }: UserContext, bytes = 0): Promise<void> {
  const [kept] = await db
    .select({ bytes: sum(media.bytes).mapWith(Number) })
    .from(media)
    .where(and(eq(media.userId, userId), eq(media.isRemoving, false)))
  if ((kept?.bytes ?? 0) + bytes <= config.storagePerPerson) return
  throw new DomainError('too_large', MEDIA_MESSAGES.full(config.storagePerPerson / GIGABYTE))
}
