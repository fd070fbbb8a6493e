import { eq } from 'drizzle-orm'

import { users } from '#api/auth/table.ts'
import type { UserContext } from '#api/context.ts'
import { DomainError } from '#api/errors.ts'
import type { UserDetails } from '#shared/auth.ts'

export async function getUserDetails({ db, userId }: UserContext): Promise<UserDetails> {
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  if (!user) throw new DomainError('unauthenticated', 'Please log in to continue.')
  const { id, email, fullname, role, mobile, countryCode, gender, dob, address, bio } = user
  return {
    _id: id,
    email,
    fullname,
    role,
    mobile,
    countryCode,
    gender,
    dob,
    address,
    bio,
    profileImage: user.profileImage ? [{ fileName: user.profileImage }] : [],
    isGoogleAccount: user.passwordHash === null,
  }
}
