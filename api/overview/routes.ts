import { Hono } from 'hono'

import { requireUser } from '#api/auth/middleware/user.ts'
import type { UserEnv } from '#api/context.ts'
import { describe } from '#api/http/describe-route.ts'
import { validate } from '#api/http/validate.ts'
import { TimeZoneQuery } from '#shared/time-zone.ts'
import { readOverview } from './overview.ts'

export const overviewRoutes = new Hono<UserEnv>().get(
  '/',
  describe({
    summary: 'Read the overview: items that need attention, the next posts, and recent results',
    tag: 'Overview',
    response: {
      data: '`accounts` to reconnect, posts in `attention` and `moreAttention`, `reports` to release, `next` posts, `week` by day (in `timeZone`) with `slots`, the `best` post of 30 days, `yesterday`, `figures` as in insights/summary, and `hasPosts`',
    },
    errors: ['invalid'],
  }),
  requireUser,
  validate('query', TimeZoneQuery),
  async c => c.json({ success: true, data: await readOverview(c.var.ctx, c.req.valid('query')) } as const),
)
