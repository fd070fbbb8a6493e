import { Hono } from 'hono'

import { requireUser } from '#api/auth/middleware/user.ts'
import type { UserEnv } from '#api/context.ts'
import { describing, validate } from '#api/http/route.ts'
import {
  BlueskyPostRef,
  EditProviderPost,
  GooglePostRef,
  ProviderPostPlace,
  ProviderPostQuery,
  WordPressPostRef,
} from '#shared/posts/provider-posts.ts'
import {
  deleteBlueskyPost,
  deleteFacebookPost,
  deleteGooglePost,
  deleteWordPressPost,
  editFacebookPost,
  listProviderPosts,
} from './provider-posts.ts'

const describe = describing('Accounts')

export const providerPostRoutes = new Hono<UserEnv>()
  .use(requireUser)
  .get(
    '/:network/posts',
    describe(
      'List the posts on the selected business’s account, including those published with other tools',
      {
        response: {
          data: 'Posts, newest first: `id network message createdAt picture? permalink? likes comments media [{kind, url, poster?, altText}] canEdit canDelete postId?`',
          nextCursor: 'Cursor of the next page, for `after`; null on the last page',
        },
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
    '/facebook/posts/:id',
    describe('Edit the text of a post on the Facebook Page', {
      errors: ['not_found', 'conflict', 'rate_limited', 'upstream'],
    }),
    validate('json', EditProviderPost),
    async c => {
      await editFacebookPost(c.var.ctx, c.req.param('id'), c.req.valid('json').message)
      return c.json({ success: true, message: 'Post updated on Facebook.' })
    },
  )
  .delete(
    '/facebook/posts/:id',
    describe('Delete a post from the Facebook Page', {
      errors: ['not_found', 'conflict', 'rate_limited', 'upstream'],
    }),
    async c => {
      await deleteFacebookPost(c.var.ctx, c.req.param('id'))
      return c.json({ success: true, message: 'Post deleted from Facebook.' })
    },
  )
  .delete(
    '/bluesky/posts/:id',
    describe('Delete a post from the Bluesky account', {
      errors: ['not_found', 'conflict', 'rate_limited', 'upstream'],
    }),
    validate('param', BlueskyPostRef),
    async c => {
      await deleteBlueskyPost(c.var.ctx, c.req.valid('param').id)
      return c.json({ success: true, message: 'Post deleted from Bluesky.' })
    },
  )
  .delete(
    '/wordpress/posts/:id',
    describe('Move a post of the WordPress website to its bin', {
      errors: ['not_found', 'conflict', 'rate_limited', 'upstream'],
    }),
    validate('param', WordPressPostRef),
    async c => {
      await deleteWordPressPost(c.var.ctx, c.req.valid('param').id)
      return c.json({ success: true, message: 'Post moved to the bin of your website.' })
    },
  )
  .delete(
    '/google/posts/:id',
    describe('Delete a post from the Google location', {
      errors: ['not_found', 'conflict', 'rate_limited', 'upstream'],
    }),
    validate('param', GooglePostRef),
    async c => {
      await deleteGooglePost(c.var.ctx, c.req.valid('param').id)
      return c.json({ success: true, message: 'Post deleted from Google.' })
    },
  )
