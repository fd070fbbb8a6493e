import { Hono } from 'hono'

import { requireUser } from '#api/auth/middleware/user.ts'
import type { UserEnv } from '#api/context.ts'
import { describing, noInput, validate } from '#api/http/route.ts'
import { DELETION_DAYS, RequestDeletion } from '#shared/auth/account-deletion.ts'
import { cancelDeletion, requestDeletion } from './deletions.ts'

const describe = describing('Profile')

export const deletionRoutes = new Hono<UserEnv>()
  .post(
    '/requestDeletion',
    describe(
      `Delete your account in ${DELETION_DAYS} days and hold its scheduled posts now. Requires \`password\` unless you sign in with Google or signed in recently`,
      { response: { deleteAt: 'Time of the deletion' }, errors: ['invalid', 'conflict', 'rate_limited'] },
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
    async c => {
      await cancelDeletion(c.var.ctx)
      return c.json({ success: true, message: 'Your account stays.' })
    },
  )
