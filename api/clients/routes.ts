import { Hono } from 'hono'

import { requireUser } from '#api/auth/middleware/require-user.ts'
import type { UserEnv } from '#api/context.ts'
import { describe } from '#api/http/describe-route.ts'
import { listClients } from './clients.ts'

export const clientRoutes = new Hono<UserEnv>().get(
  '/',
  describe({
    tag: 'Clients',
    summary: 'List the businesses of which the caller is a member, those that most need a person first',
    answer: {
      data: 'A list of `_id businessName role counts {inReview changesRequested held failed signedOut} nextPostAt score lastActivityAt`: counts of posts and of accounts, and the website’s latest performance score',
    },
  }),
  requireUser,
  async c => c.json({ success: true, data: await listClients(c.var.ctx) } as const),
)
