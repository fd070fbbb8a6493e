import { Hono } from 'hono'

import { requireUser } from '#api/auth/middleware/user.ts'
import type { UserEnv } from '#api/context.ts'
import { describe } from '#api/http/describe-route.ts'
import { LIMITS, limit } from '#api/http/limits/limits.ts'
import { validate } from '#api/http/validate.ts'
import { downloadHeaders } from '#api/spreadsheets/spreadsheet.ts'
import { ExportPosts } from '#shared/posts/exports.ts'
import { exportPosts } from './export-posts.ts'

export const exportPostRoutes = new Hono<UserEnv>().get(
  '/export',
  describe({
    tag: 'posts',
    summary: 'Download the posts of a tab and time window as CSV or XLSX',
    raw: 'text/csv',
    errors: ['invalid', 'rate_limited'],
  }),
  requireUser,
  validate('query', ExportPosts),
  async c => {
    const { ctx } = c.var
    const query = c.req.valid('query')
    if (c.req.raw.method === 'HEAD') return c.body(null)
    await limit(ctx, { ...LIMITS.exportPosts, key: ctx.userId })
    const name = `posts-${ctx.now().toISOString().slice(0, 10)}`
    return c.body(exportPosts(ctx, query), 200, downloadHeaders(query.format, name))
  },
)
