import { Hono } from 'hono'

import { requireUser } from '#api/auth/middleware/user.ts'
import type { UserEnv } from '#api/context.ts'
import { describing, validate } from '#api/http/route.ts'
import {
  EditProviderPost,
  ProviderPostPlace,
  ProviderPostQuery,
  ProviderPostRef,
} from '#shared/posts/provider-posts.ts'
import { editProviderPost, listProviderPosts, removeProviderPost } from './provider-posts.ts'

const describe = describing('Accounts')

export const providerPostRoutes = new Hono<UserEnv>()
  .use(requireUser)
  .get(
    '/:network/posts',
    describe(
      'List the posts on the selected business’s account, including those published with other tools',
      {
        data: 'Posts, newest first: `id network message createdAt picture? permalink? likes comments media [{kind, url, poster?, altText}] canEdit canDelete postId?`',
        response: { nextCursor: 'Cursor of the next page, for `after`; null on the last page' },
        errors: ['not_found', 'conflict', 'rate_limited', 'upstream'],
      },
    ),
    validate('param', ProviderPostPlace),
    validate('query', ProviderPostQuery),
    async c => {
      const { posts, nextCursor } = await listProviderPosts(
        c.var.ctx,
        c.req.valid('param').network,
        c.req.valid('query'),
      )
      return c.json({ success: true, data: posts, nextCursor })
    },
  )
  .patch(
    '/:network/posts/:id',
    describe('Edit the text of a post on a network that allows it', {
      errors: ['not_found', 'forbidden', 'conflict', 'rate_limited', 'upstream'],
    }),
    validate('param', ProviderPostRef),
    validate('json', EditProviderPost),
    async c => {
      const { message } = c.req.valid('json')
      return c.json({
        success: true,
        message: await editProviderPost(c.var.ctx, c.req.valid('param'), message),
      })
    },
  )
  .delete(
    '/:network/posts/:id',
    describe('Delete a post from its network, or move it to the bin of a website', {
      errors: ['not_found', 'forbidden', 'conflict', 'rate_limited', 'upstream'],
    }),
    validate('param', ProviderPostRef),
    async c => c.json({ success: true, message: await removeProviderPost(c.var.ctx, c.req.valid('param')) }),
  )
