import { Hono } from 'hono'

import { requireAdmin, requireUser } from '#api/auth/middleware/user.ts'
import type { UserEnv } from '#api/context.ts'
import { limitChanges } from '#api/http/limits/limits.ts'
import { describe, validate } from '#api/http/route.ts'
import { createClient, undoClient } from '#api/requests/clients.ts'
import type { Kind } from '#api/requests/inbox.ts'
import { ClientsQuery } from '#shared/businesses/clients-query.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { CreateClient, UndoClient } from '#shared/requests/pipeline.ts'
import { TimeZoneQuery } from '#shared/time-zone.ts'
import { listClients } from './clients.ts'
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

export const clientRoutes = new Hono<UserEnv>().get(
  '/',
  describe({
    tag: 'Clients',
    summary:
      'List the caller’s businesses (for administrators, all businesses), most urgent first; with `colleague`, a person’s id, those of which they are a member',
    response: {
      data: 'A list of `_id businessName role counts {inReview changesRequested held failed signedOut} nextPostAt week {posts planned} score lastActivityAt`: counts of posts and of accounts, this week’s posts and weekly posting times, and the website’s latest performance score',
      colleagues: 'People who share businesses with the caller, by name: a list of `_id name isYou? clients`',
    },
    errors: ['invalid'],
  }),
  requireUser,
  validate('query', ClientsQuery),
  async c => c.json({ success: true, ...(await listClients(c.var.ctx, c.req.valid('query'))) } as const),
)

const RESPONSE = { data: 'The request with its `client {_id businessName}` and its `history`' }

const errors: ErrorCode[] = ['invalid', 'forbidden', 'not_found', 'conflict', 'rate_limited']

const clientOfRequestRoutes = (kind: Kind) =>
  new Hono<UserEnv>()
    .use('/:id/client/*', requireUser, requireAdmin, limitChanges)
    .post(
      '/:id/client',
      describe({
        tag: 'Clients',
        summary: `Create a business from a ${kind} request and invite its owner. A repeated call returns the same client`,
        response: RESPONSE,
        errors,
      }),
      validate('json', CreateClient),
      async c => {
        const data = await createClient(c.var.ctx, kind, c.req.param('id'), c.req.valid('json'))
        return c.json({ success: true, message: 'Client created.', data } as const)
      },
    )
    .post(
      '/:id/client/undo',
      describe({
        tag: 'Clients',
        summary: `Delete the business that was created from a ${kind} request, before anybody works with it`,
        response: RESPONSE,
        errors,
      }),
      validate('json', UndoClient),
      async c => {
        const data = await undoClient(c.var.ctx, kind, c.req.param('id'), c.req.valid('json'))
        return c.json({ success: true, message: 'Client removed.', data } as const)
      },
    )

export const supportClientRoutes = clientOfRequestRoutes('support')
export const featureClientRoutes = clientOfRequestRoutes('feature')
