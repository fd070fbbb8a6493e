import { and, eq, inArray, lt, notExists, sql } from 'drizzle-orm'

import { changePerson } from '#api/auth/people.ts'
import { readUser } from '#api/auth/sessions/sessions.ts'
import type { Context, UserContext } from '#api/context.ts'
import { type User, users } from '#api/db/schema/people/auth.ts'
import { profileImages } from '#api/db/schema/people/settings.ts'
import { squareImage } from '#api/media/pictures/pictures.ts'
import { DomainError, invalidField } from '#api/runtime/errors.ts'
import type { UserDetails } from '#shared/auth/auth.ts'
import { isFutureDay, PROFILE_IMAGE_SIDE, PROFILE_MESSAGES, type UpdateProfile } from '#shared/profile.ts'

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
  if (image !== undefined && before.profileImage)
    await removePictures(ctx, [{ fileName: before.profileImage }])
  return userDetails(now)
}

/** Returns the user's own details. */
export const readProfile = async (ctx: UserContext): Promise<UserDetails> => userDetails(await readUser(ctx))

const userDetails = (user: User): UserDetails => ({
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

/** Age of unused pictures to delete. It exceeds the time between storing a picture and assigning it to its user. */
const MAX_UNUSED_MS = 60 * 60_000
const YEAR_SECONDS = 365 * 24 * 60 * 60

/** The random name works as a capability: only people who have seen the picture know it. */
const FILE_NAME = /^[a-z0-9-]{36}\.webp$/

export const pictureKey = (fileName: string) => `profile/${fileName}`

/**
 * Stores a picture as a square without metadata. The caller assigns it to the user.
 * @returns its file name
 */
export async function savePicture(ctx: UserContext, path: string): Promise<string> {
  const square = await squareImage(ctx.config, { path, side: PROFILE_IMAGE_SIDE, userId: ctx.userId })
  try {
    const fileName = `${crypto.randomUUID()}.webp`
    await ctx.db.insert(profileImages).values({ fileName, userId: ctx.userId, createdAt: ctx.now() })
    await ctx.storage.put(pictureKey(fileName), square.path, square.type)
    return fileName
  } finally {
    await square.remove()
  }
}

/** Removes pictures: first the file, then the row, so that a failed removal can be repeated. */
async function removePictures({ db, storage }: Context, pictures: { fileName: string }[]): Promise<void> {
  if (pictures.length === 0) return
  const fileNames = pictures.map(({ fileName }) => fileName)
  await storage.delete(fileNames.map(pictureKey))
  await db.delete(profileImages).where(inArray(profileImages.fileName, fileNames))
}

export async function removePicturesOf(ctx: Context, userId: string): Promise<void> {
  const rows = await ctx.db.select().from(profileImages).where(eq(profileImages.userId, userId))
  await removePictures(ctx, rows)
}

/** Removes pictures that a killed process stored but didn't assign to a user. */
export async function sweepPictures(ctx: Context): Promise<void> {
  const { db, now } = ctx
  const usedBy = db
    .select({ one: sql`1` })
    .from(users)
    .where(eq(users.profileImage, profileImages.fileName))
  const unused = await db
    .select()
    .from(profileImages)
    .where(and(lt(profileImages.createdAt, new Date(+now() - MAX_UNUSED_MS)), notExists(usedBy)))
  await removePictures(ctx, unused)
}

/** Serves a profile picture. @throws {DomainError} `not_found` for an unknown name */
export async function servePicture(ctx: Context, fileName: string, headers: Headers): Promise<Response> {
  const etag = `"${fileName}"`
  const file = FILE_NAME.test(fileName) ? await ctx.storage.read(pictureKey(fileName)) : undefined
  if (!file) throw new DomainError('not_found', 'This picture is no longer here.')
  const pictureHeaders = new Headers({
    'Content-Type': 'image/webp',
    'Content-Disposition': 'inline',
    // A name's content never changes. Browsers may show a removed picture until their cache expires.
    'Cache-Control': `private, max-age=${YEAR_SECONDS}, immutable`,
    ETag: etag,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'",
  })
  if (headers.get('If-None-Match')?.includes(etag))
    return new Response(null, { status: 304, headers: pictureHeaders })
  pictureHeaders.set('Content-Length', String(file.size))
  return new Response(await file.toSend(), { headers: pictureHeaders })
}
