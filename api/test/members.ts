import type { Context } from '#api/context.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import type { Role } from '#shared/businesses/permissions.ts'

type Membership = { domainId: string; userId: string; role: Role; isSelected?: boolean }

/** Makes a person a member of a business, and the business their selected one. */
export async function addMember(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { domainId, userId, role, isSelected = true }: Membership,
): Promise<void> {
  const row = { role, isSelected }
  await db
    .insert(members)
    .values({ domainId, userId, createdAt: now(), ...row })
    .onConflictDoUpdate({ target: [members.domainId, members.userId], set: row })
}
