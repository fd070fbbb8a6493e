import { changePerson } from '#api/auth/people.ts'
import type { UserContext } from '#api/context.ts'
import type { User } from '#api/db/schema/people/auth.ts'
import { invalidField } from '#api/errors.ts'
import type { UserDetails } from '#shared/auth/auth.ts'
import { isFutureDay, PROFILE_MESSAGES, type UpdateProfile } from '#shared/profile.ts'
import { savePicture, removePictures } from './picture.ts'

/**
 * Updates the given fields of a profile. `picture` is the path of an uploaded file.
 * @throws {DomainError} `invalid` for a day in the future or a picture that can't be read
 */
export async function updateProfile(
  ctx: UserContext,
  { removeProfileImage, ...fields }: UpdateProfile,
  picture: string | undefined,
): Promise<UserDetails> {
  if (isFutureDay(fields.dob ?? '', ctx.now())) throw invalidField('dob', PROFILE_MESSAGES.dobFuture)
  const fileName = picture === undefined ? undefined : await savePicture(ctx, picture)
  const image = fileName ?? (removeProfileImage === 'true' ? null : undefined)
  const { now, before } = await changePerson(ctx, {
    ...fields,
    ...(image !== undefined && { profileImage: image }),
  })
  if (image !== undefined && before.profileImage) await removePictures(ctx, [before.profileImage])
  return userDetails(now)
}

/** Returns the user's details as sent to the user. */
export const userDetails = (user: User): UserDetails => ({
  _id: user.id,
  email: user.email,
  fullname: user.fullname,
  role: user.role,
  mobile: user.mobile,
  countryCode: user.countryCode,
  gender: user.gender,
  dob: user.dob,
  address: user.address,
  bio: user.bio,
  profileImage: user.profileImage ? [{ fileName: user.profileImage }] : [],
  isGoogleAccount: user.passwordHash === null,
  googleSignIn: user.googleId ? 'linked' : user.googleRemovedAt ? 'removed' : 'none',
  deletionAt: user.deletionAt?.toISOString() ?? null,
  maxAccounts: user.maxAccounts,
})
