import { and, eq, isNull } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { users } from '#api/db/schema/auth.ts'
import { requests } from '#api/db/schema/requests.ts'
import { settings } from '#api/db/schema/settings.ts'
import type { RequestSender } from '#shared/requests.ts'
import { DEFAULT_SETTINGS } from '#shared/settings.ts'

/**
 * What an administrator sees of the client who sent a request: as much of the profile as the client shows, which is nothing
 * of who keeps it private. Null too where nobody was logged in.
 */
export async function readSender(
  { db }: Context,
  kind: 'support' | 'feature',
  id: string,
): Promise<RequestSender | null> {
  const { fullname, mobile, bio, profileImage } = users
  const [sender] = await db
    .select({ fullname, mobile, bio, profileImage, visibility: settings.profileVisibility })
    .from(requests)
    .innerJoin(users, eq(users.id, requests.userId))
    .leftJoin(settings, eq(settings.userId, users.id))
    .where(and(eq(requests.id, id), eq(requests.kind, kind), isNull(requests.deletedAt)))
  const visibility = sender?.visibility ?? DEFAULT_SETTINGS.profileVisibility
  if (!sender || visibility === 'private') return null
  const shown = {
    fullname: sender.fullname,
    profileImage: sender.profileImage ? [{ fileName: sender.profileImage }] : [],
  }
  return visibility === 'public' ? { ...shown, mobile: sender.mobile, bio: sender.bio } : shown
}
