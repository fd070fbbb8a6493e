import { Hono } from 'hono'

import { requireUser } from '#api/auth/middleware/user.ts'
import type { UserEnv } from '#api/context.ts'
import { describing, validate } from '#api/http/route.ts'
import { listClients } from '#api/overview/clients.ts'
import { ClientsQuery } from '#shared/businesses/clients.ts'
import { OverviewQuery } from '#shared/overview.ts'
import { readOverview } from './overview.ts'

const describe = describing('Overview')
const describeClients = describing('Clients')

export const overviewRoutes = new Hono<UserEnv>().get(
  '/',
  describe(
    'Read the overview of all the caller’s businesses, or of the one with `domainId`: items that need attention, the next posts, and recent results',
    {
      data: '`accounts` to reconnect, posts in `attention` and `moreAttention`, `reports` to release, `next` posts, `week` by day (in `timeZone`) with `slots`, the `best` post of 30 days, `yesterday`, `figures` as in insights/summary, `hasPosts`, and `isStarting` for users whose first post is recent',
    },
  ),
  requireUser,
  validate('query', OverviewQuery),
  async c => c.json({ success: true, data: await readOverview(c.var.ctx, c.req.valid('query')) }),
)

export const clientRoutes = new Hono<UserEnv>().get(
  '/',
  describeClients(
    'List the caller’s businesses (for administrators, all businesses), most urgent first; with `colleague`, a person’s id, those of which they are a member',
    {
      response: {
        data: 'A list of `_id businessName role counts {inReview changesRequested held failed signedOut unanswered} accounts nextPostAt week {posts planned} nextWeek {posts monday} score lastActivityAt`: counts of posts, of accounts and of messages without an answer, this week’s posts and weekly posting times, and the website’s latest performance score',
        colleagues:
          'People who share businesses with the caller, by name: a list of `_id name isYou? clients`',
      },
    },
  ),
  requireUser,
  validate('query', ClientsQuery),
  async c => c.json({ success: true, ...(await listClients(c.var.ctx, c.req.valid('query'))) }),
)
