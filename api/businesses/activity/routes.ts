import { Hono } from 'hono'

import { requireUser } from '#api/auth/middleware/user.ts'
import type { UserEnv } from '#api/context.ts'
import { LIMITS, limit } from '#api/http/limits/limits.ts'
import { describing, validate } from '#api/http/route.ts'
import { downloadHeaders } from '#api/runtime/spreadsheet.ts'
import { ActivityQuery, ExportActivity } from '#shared/activity.ts'
import { exportActivity, readActivity } from './activity.ts'

const describe = describing('Activity')

export const activityRoutes = new Hono<UserEnv>()
  .use(requireUser)
  .get(
    '/:id/activity',
    describe(
      'List the activity of a business, newest first. Filters: kind, person (an id, `reviewers` or `currawong`) and period',
      {
        data: 'A list of `_id at who whoId via act about {post? person? role? network? account? from? to? reason? changes?}`; via is session, link, administrator or currawong',
        response: { nextCursor: 'Cursor of the next page, or null' },
        errors: ['not_found'],
      },
    ),
    validate('query', ActivityQuery),
    async c =>
      c.json({ success: true, ...(await readActivity(c.var.ctx, c.req.param('id'), c.req.valid('query'))) }),
  )
  .get(
    '/:id/activity/export',
    describe('Download the activity of a business as CSV', {
      raw: 'text/csv',
      errors: ['not_found', 'rate_limited'],
    }),
    validate('query', ExportActivity),
    async c => {
      const { ctx } = c.var
      const body = await exportActivity(ctx, c.req.param('id'), c.req.valid('query'))
      if (c.req.raw.method === 'HEAD') return c.body(null)
      await limit(ctx, { ...LIMITS.exportActivity, key: ctx.userId })
      return c.body(body, 200, downloadHeaders('csv', `activity-${ctx.now().toISOString().slice(0, 10)}`))
    },
  )
