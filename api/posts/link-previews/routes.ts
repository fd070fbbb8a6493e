import { Hono } from 'hono'

import { requireUser } from '#api/auth/middleware/user.ts'
import type { UserEnv } from '#api/context.ts'
import { describing, validate } from '#api/http/route.ts'
import { PreviewLink } from '#shared/posts/link-previews.ts'
import { previewLink } from './link-previews.ts'

const describe = describing('link previews')

export const linkPreviewRoutes = new Hono<UserEnv>().post(
  '/',
  describe('Read how a network shows a public link. The link is in the body, since it may be private', {
    response: { data: '`site title description hasPicture picture?`, or null if the page can’t be read' },
    errors: ['rate_limited'],
  }),
  requireUser,
  validate('json', PreviewLink),
  async c => c.json({ success: true, data: await previewLink(c.var.ctx, c.req.valid('json').url) }),
)
