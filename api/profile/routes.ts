import { Hono } from 'hono'

import { requirePerson, requireUser } from '#api/auth/middleware/user.ts'
import type { Env, UserContext, UserEnv } from '#api/context.ts'
import { DomainError } from '#api/errors.ts'
import { describe } from '#api/http/describe-route.ts'
import { FILE, formBody } from '#api/http/form-body.ts'
import { limit, LIMITS } from '#api/http/limits/limits.ts'
import { noInput, parseInput } from '#api/http/validate.ts'
import { receiveUpload } from '#api/media/uploads/upload.ts'
import { pictureType } from '#shared/media/file-type.ts'
import { MAX_IMAGE_BYTES, MEDIA_MESSAGES } from '#shared/media/media.ts'
import { PROFILE_MESSAGES, UpdateProfile } from '#shared/profile.ts'
import { servePicture } from './picture.ts'
import { updateProfile, userDetails } from './profile.ts'

const tag = 'Profile'
const USER_DETAILS =
  '`_id fullname email role mobile countryCode gender dob address bio profileImage isGoogleAccount googleSignIn deletionAt maxAccounts`'

const updateProfileBody = formBody({
  ...Object.fromEntries(Object.keys(UpdateProfile.entries).map(name => [name, { type: 'string' } as const])),
  profileImage: FILE,
})

export const profileRoutes = new Hono<UserEnv>()
  .post(
    '/getUserInfo',
    describe({ summary: 'Read your profile', tag, response: { userDetails: USER_DETAILS } }),
    requirePerson,
    noInput,
    c => c.json({ success: true, userDetails: userDetails(c.get('person')) } as const),
  )
  .put(
    '/updateProfile',
    describe({
      summary: 'Change the given fields of your profile. The e-mail can’t be changed',
      tag,
      response: { userDetails: USER_DETAILS },
      errors: ['invalid', 'too_large', 'unsupported', 'rate_limited'],
      requestBody: updateProfileBody,
    }),
    requireUser,
    async c => {
      const { ctx } = c.var
      await limit(ctx, { ...LIMITS.updateProfile, key: ctx.userId })
      const upload = await receiveProfile(ctx, c.req.raw)
      try {
        const fields = parseInput(UpdateProfile, upload.fields)
        const userDetails = await updateProfile(ctx, fields, upload.files[0]?.path)
        return c.json({ success: true, message: PROFILE_MESSAGES.saved, userDetails } as const)
      } finally {
        await upload.discard()
      }
    },
  )

async function receiveProfile({ config, userId }: UserContext, request: Request) {
  try {
    return await receiveUpload(config, request, {
      fileFields: ['profileImage'],
      maxFiles: 1,
      limit: { bytes: MAX_IMAGE_BYTES, message: MEDIA_MESSAGES.imageSize },
      userId,
      typeOf: pictureType,
    })
  } catch (error) {
    const isOtherType =
      error instanceof DomainError &&
      error.code === 'unsupported' &&
      /^multipart/i.test(request.headers.get('Content-Type') ?? '')
    throw isOtherType
      ? new DomainError('unsupported', PROFILE_MESSAGES.imageType, {
          fields: { profileImage: PROFILE_MESSAGES.imageType },
        })
      : error
  }
}

/** Serves users' `profileImage`, outside `/api`. */
export const profilePictureRoutes = new Hono<Env>().get(
  '/:fileName',
  describe({
    summary: 'Download a profile picture by its name',
    tag,
    signedIn: false,
    raw: 'image/webp',
    errors: ['not_found'],
  }),
  c => servePicture(c.var.ctx, c.req.param('fileName'), c.req.raw.headers),
)
