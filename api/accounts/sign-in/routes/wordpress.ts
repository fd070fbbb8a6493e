import { Hono } from 'hono'

import { requireUser } from '#api/auth/middleware/user.ts'
import type { UserEnv } from '#api/context.ts'
import { readArticleNames } from '../wordpress.ts'
import { describe } from './browser.ts'

export const wordpressRoutes = new Hono<UserEnv>().get(
  '/wordpress/names',
  describe('List the categories and tags of the connected website, the most used first', {
    data: '`categories tags`, lists of names',
    errors: ['conflict', 'not_found', 'rate_limited', 'upstream'],
  }),
  requireUser,
  async c => c.json({ success: true, data: await readArticleNames(c.var.ctx) }),
)
