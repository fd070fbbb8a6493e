import { Hono } from 'hono'
import * as v from 'valibot'

import {
  readEmailChange,
  requestEmailChange,
  resendEmailCode,
  withdrawEmailChange,
  replaceEmail,
  verifyEmailCode,
} from '#api/auth/email-changes.ts'
import { rememberDevice } from '#api/auth/middleware/device-cookie.ts'
import { optionalUser, requireUser } from '#api/auth/middleware/user.ts'
import { linkInvitedPerson } from '#api/businesses/activity/record.ts'
import type { UserEnv, VisitorEnv, UserContext } from '#api/context.ts'
import { write } from '#api/db/write.ts'
import { limit, LIMITS } from '#api/http/limits/limits.ts'
import { describing, noInput, validate, done } from '#api/http/route.ts'
import { secretUrl } from '#api/http/secret-url.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { moveRequestsTo } from '#api/visitors/requests/inbox.ts'
import { DELETION_DAYS, RequestDeletion } from '#shared/auth/account-deletion.ts'
import { ChangeEmail, ConfirmEmail, EMAIL_CHANGE_MESSAGES } from '#shared/auth/auth.ts'
import { brand } from '#shared/brand.ts'
import { cancelDeletion, requestDeletion } from './deletions/deletions.ts'
import { createExportLink, exportOf, consumeTicket } from './exports/exports.ts'

/**
 * Changes the user's e-mail by the code that was mailed to the new address, and moves what was found by the former one. The
 * links of invitations stay valid (docs/decisions/066).
 * @returns the new e-mail
 * @throws {DomainError} `invalid` for a wrong, expired or withdrawn code, or after too many attempts; `rate_limited`
 */
async function confirmEmailChange(ctx: UserContext, input: ConfirmEmail): Promise<string> {
  const request = await verifyEmailCode(ctx, input)
  await write(ctx, async ctx => {
    const before = await replaceEmail(ctx, request)
    await linkInvitedPerson(ctx, before.email)
    await moveRequestsTo(ctx, before, request.email)
  })
  return request.email
}

const describe = describing('Profile')
const NAME = `${brand.siteName.toLowerCase().replaceAll(/\W+/g, '-')}-data`

const Ticket = v.object({ ticket: v.optional(v.pipe(v.string(), v.maxLength(100))) })

export const exportLinkRoutes = new Hono<UserEnv>().post(
  '/exportLink',
  describe('Create a URL that downloads all your data, once and within a minute', {
    response: { url: 'The URL; it needs no authorization' },
    errors: ['rate_limited'],
  }),
  requireUser,
  noInput,
  async c => c.json({ success: true, url: await createExportLink(c.var.ctx) }),
)

export const exportRoutes = new Hono<VisitorEnv>().get(
  '/export',
  describe('Download all your data as a zip', {
    raw: 'application/zip',
    errors: ['forbidden', 'rate_limited'],
  }),
  secretUrl(),
  validate('query', Ticket),
  optionalUser,
  async c => {
    const { ctx } = c.var
    const { ticket } = c.req.valid('query')
    // A HEAD must not consume the ticket or build an export.
    if (c.req.raw.method === 'HEAD') return c.body(null)
    if (ctx.userId && !ticket) await limit(ctx, { ...LIMITS.exportData, key: ctx.userId })
    const userId = ticket ? await consumeTicket(ctx, ticket) : ctx.userId
    if (!userId) throw new DomainError('unauthenticated', 'Please sign in to continue.')
    const day = ctx.now().toISOString().slice(0, 10)
    return c.body(await exportOf(ctx, userId), 200, {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="${NAME}-${day}.zip"`,
    })
  },
)

export const deletionRoutes = new Hono<UserEnv>()
  .post(
    '/requestDeletion',
    describe(
      `Delete your account in ${DELETION_DAYS} days and hold its scheduled posts now. Requires \`password\` unless you sign in with Google or signed in recently`,
      { response: { deleteAt: 'Time of the deletion' }, errors: ['conflict', 'rate_limited'] },
    ),
    requireUser,
    validate('json', RequestDeletion),
    async c => {
      const deleteAt = await requestDeletion(c.var.ctx, c.req.valid('json'))
      return c.json({
        success: true,
        message: 'Your account will be deleted.',
        deleteAt: deleteAt.toISOString(),
      })
    },
  )
  .post(
    '/cancelDeletion',
    describe('Cancel the deletion of your account', { errors: ['conflict'] }),
    requireUser,
    noInput,
    c => done(c, cancelDeletion(c.var.ctx), 'Your account stays.'),
  )

export const emailChangeRoutes = new Hono<UserEnv>()
  .get(
    '/',
    describe('Read the new e-mail that waits for its code', { data: '`email expiresAt`, or null' }),
    requireUser,
    async c => c.json({ success: true, data: await readEmailChange(c.var.ctx) }),
  )
  .post(
    '/',
    describe(
      'Ask for another e-mail: mails a code to it and a notice to the present one. Requires the `password`, or a Google sign-in within the last minutes, and a `code` from the app while two-factor is on. An e-mail that already has an account gets the same response, and its owner an e-mail',
      { data: '`email expiresAt`', errors: ['conflict', 'rate_limited'] },
    ),
    requireUser,
    validate('json', ChangeEmail),
    async c => c.json({ success: true, data: await requestEmailChange(c.var.ctx, c.req.valid('json')) }),
  )
  .post(
    '/confirm',
    describe('Change the e-mail by the mailed code, and end all other sessions', {
      errors: ['rate_limited'],
    }),
    requireUser,
    validate('json', ConfirmEmail),
    async c => {
      rememberDevice(c, await confirmEmailChange(c.var.ctx, c.req.valid('json')))
      return c.json({ success: true, message: EMAIL_CHANGE_MESSAGES.changed })
    },
  )
  .post(
    '/resend',
    describe('Mail another code to the new e-mail; the last one stops working', {
      errors: ['not_found', 'rate_limited'],
    }),
    requireUser,
    noInput,
    c => done(c, resendEmailCode(c.var.ctx), EMAIL_CHANGE_MESSAGES.resent),
  )
  .delete('/', describe('Withdraw the new e-mail'), requireUser, c =>
    done(c, withdrawEmailChange(c.var.ctx), EMAIL_CHANGE_MESSAGES.withdrawn),
  )
