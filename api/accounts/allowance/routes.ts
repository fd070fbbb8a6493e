import { Hono } from 'hono'

import { readAllowance } from '#api/accounts/sign-in/connection.ts'
import { requireUser } from '#api/auth/middleware/user.ts'
import type { UserEnv } from '#api/context.ts'
import { describe } from '#api/http/describe-route.ts'

export const allowanceRoutes = new Hono<UserEnv>().get(
  '/accountAllowance',
  describe({
    tag: 'Accounts',
    summary:
      'Count the accounts that the caller has connected in all businesses, and those their plan allows',
    response: { data: '`used limit`; `limit` is null for administrators' },
  }),
  requireUser,
  async c => c.json({ success: true, data: await readAllowance(c.var.ctx) } as const),
)
