import { Hono } from 'hono'

import { requireUser } from '#api/auth/middleware/user.ts'
import { hasTwoFactor } from '#api/auth/two-factor/two-factor.ts'
import type { Env, UserEnv } from '#api/context.ts'
import { limitChanges, limit, LIMITS } from '#api/http/limits/limits.ts'
import { FILE, formBody, describing, noInput, parseInput, validate, done } from '#api/http/route.ts'
import { secretUrl } from '#api/http/secret-url.ts'
import { receivePicture } from '#api/media/uploads/upload.ts'
import { PROFILE_MESSAGES, UpdateProfile } from '#shared/profile.ts'
import { Settings, SETTINGS_SAVED, Unsubscribe } from '#shared/settings.ts'
import { readProfile, servePicture, updateProfile } from './profile.ts'
import { readSettings, saveSettings } from './settings.ts'
import { checkLink, PAGE_POLICY, unsubscribe, unsubscribePage } from './unsubscribe.ts'

const describe = describing('settings')
const FIELDS =
  '`emailNotifications publishedEmails pushNotifications socialNotifications marketingEmails profileVisibility dataSharing language appearance keyboardShortcuts`'

export const settingsRoutes = new Hono<UserEnv>()
  .use(requireUser)
  .get(
    '/',
    describe('Read your settings', {
      data: `${FIELDS}, and \`twoFactorAuth\`, which users/two-factor changes`,
    }),
    async c => {
      const { ctx } = c.var
      const [chosen, twoFactorAuth] = await Promise.all([readSettings(ctx), hasTwoFactor(ctx, ctx.userId)])
      return c.json({ success: true, data: { ...chosen, twoFactorAuth } })
    },
  )
  .put('/', describe(`Replace all settings: ${FIELDS}`), limitChanges, validate('json', Settings), c =>
    done(c, saveSettings(c.var.ctx, c.req.valid('json')), SETTINGS_SAVED),
  )

/** Serves the unsubscribe links in mails. A GET changes nothing, since mail scanners follow links. */
export const unsubscribeRoutes = new Hono<Env>()
  .use(secretUrl())
  .get(
    '/unsubscribe',
    describe('Show the page that confirms an unsubscribe', {
      signedIn: false,
      raw: 'text/html',
      errors: ['not_found'],
    }),
    validate('query', Unsubscribe),
    c => {
      const link = c.req.valid('query')
      checkLink(c.var.ctx, link)
      c.header('Content-Security-Policy', PAGE_POLICY)
      return c.html(unsubscribePage(link.kind, 'ask', c.var.ctx.config.siteUrl))
    },
  )
  .post(
    '/unsubscribe',
    describe('Unsubscribe from mail of this kind (RFC 8058)', {
      signedIn: false,
      raw: 'text/html',
      errors: ['not_found', 'rate_limited'],
    }),
    validate('query', Unsubscribe),
    async c => {
      const link = c.req.valid('query')
      await unsubscribe(c.var.ctx, link)
      c.header('Content-Security-Policy', PAGE_POLICY)
      return c.html(unsubscribePage(link.kind, 'done', c.var.ctx.config.siteUrl))
    },
  )

const describeProfile = describing('Profile')
const USER_DETAILS =
  '`_id fullname email role mobile countryCode gender dob address bio profileImage isGoogleAccount googleSignIn deletionAt maxAccounts`'

const updateProfileBody = formBody({
  ...Object.fromEntries(Object.keys(UpdateProfile.entries).map(name => [name, { type: 'string' } as const])),
  profileImage: FILE,
})

export const profileRoutes = new Hono<UserEnv>()
  .post(
    '/getUserInfo',
    describeProfile('Read your profile', { response: { userDetails: USER_DETAILS } }),
    requireUser,
    noInput,
    async c => c.json({ success: true, userDetails: await readProfile(c.var.ctx) }),
  )
  .put(
    '/updateProfile',
    describeProfile('Change the given fields of your profile. The e-mail can’t be changed', {
      response: { userDetails: USER_DETAILS },
      errors: ['invalid', 'too_large', 'unsupported', 'rate_limited'],
      requestBody: updateProfileBody,
    }),
    requireUser,
    async c => {
      const { ctx } = c.var
      await limit(ctx, { ...LIMITS.updateProfile, key: ctx.userId })
      const upload = await receivePicture(ctx, c.req.raw, 'profileImage')
      try {
        const fields = parseInput(UpdateProfile, upload.fields)
        const userDetails = await updateProfile(ctx, fields, upload.files[0]?.path)
        return c.json({ success: true, message: PROFILE_MESSAGES.saved, userDetails })
      } finally {
        await upload.discard()
      }
    },
  )

/** Serves users' `profileImage`, outside `/api`. */
export const profilePictureRoutes = new Hono<Env>().get(
  '/:fileName',
  describeProfile('Download a profile picture by its name', {
    signedIn: false,
    raw: 'image/webp',
    errors: ['not_found'],
  }),
  c => servePicture(c.var.ctx, c.req.param('fileName'), c.req.raw.headers),
)
