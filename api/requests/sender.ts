import { and, eq, isNull } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { requests } from '#api/db/schema/businesses/requests.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { settings } from '#api/db/schema/people/settings.ts'
import type { RequestSender } from '#shared/requests/requests.ts'
import { DEFAULT_SETTINGS } from '#shared/settings.ts'

/**
 * Returns the sender's profile as far as it is visible to administrators; null for a private profile or a visitor.
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
