import { Hono } from 'hono'

import { requireUser } from '#api/auth/middleware/user.ts'
import type { UserEnv } from '#api/context.ts'
import { describe } from '#api/http/describe-route.ts'
import { validate } from '#api/http/validate.ts'
import { LabelQuery } from '#shared/posts/labels.ts'
import { listLabels } from './labels.ts'

export const labelRoutes = new Hono<UserEnv>().use(requireUser).get(
  '/',
  describe({
    tag: 'posts',
    summary: 'List the labels of posts of one business, or of all your businesses, in alphabetical order',
    response: { data: 'A list of labels' },
    errors: ['invalid'],
  }),
  validate('query', LabelQuery),
  async c => c.json({ success: true, data: await listLabels(c.var.ctx, c.req.valid('query')) } as const),
)
