import { Hono } from 'hono'

import { requireUser } from '#api/auth/middleware/user.ts'
import type { UserEnv } from '#api/context.ts'
import { describe } from '#api/http/describe-route.ts'
import { validate } from '#api/http/validate.ts'
import { PreviewLink } from '#shared/posts/link-previews.ts'
import { previewLink } from './link-previews.ts'

export const linkPreviewRoutes = new Hono<UserEnv>().post(
  '/',
  describe({
    tag: 'link previews',
    summary: 'Read how a network shows a public link. The link is in the body, since it may be private',
    response: { data: '`site title description hasPicture`, or null if the page can’t be read' },
    errors: ['invalid', 'rate_limited'],
  }),
  requireUser,
  validate('json', PreviewLink),
  async c => c.json({ success: true, data: await previewLink(c.var.ctx, c.req.valid('json').url) } as const),
)
