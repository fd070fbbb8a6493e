import { Hono } from 'hono'

import { requireUser } from '#api/auth/middleware/user.ts'
import type { UserEnv } from '#api/context.ts'
import { describe } from '#api/http/describe-route.ts'
import { limitChanges } from '#api/http/limits/limit-writes.ts'
import { parseInput, validate } from '#api/http/validate.ts'
import { ClientId } from '#shared/auth/client-id.ts'
import { SaveHashtagSet } from '#shared/posts/hashtag-sets.ts'
import { deleteHashtagSet, listHashtagSets, saveHashtagSet } from './hashtag-sets.ts'

const tag = 'hashtag sets'

export const hashtagSetRoutes = new Hono<UserEnv>()
  .use(requireUser)
  .get(
    '/',
    describe({
      tag,
      summary: 'List the hashtag sets of the selected business, by name',
      response: { data: 'A list of `_id name text updatedAt`' },
    }),
    async c => c.json({ success: true, data: await listHashtagSets(c.var.ctx) } as const),
  )
  .put(
    '/:id',
    describe({
      tag,
      summary: 'Save a hashtag set of the selected business under an id that the client generates',
      response: { data: '`_id name text updatedAt`; `text` has the hashtags, each once' },
      errors: ['invalid', 'not_found', 'conflict', 'rate_limited'],
    }),
    limitChanges,
    validate('json', SaveHashtagSet),
    async c => {
      const id = parseInput(ClientId, c.req.param('id'))
      const data = await saveHashtagSet(c.var.ctx, id, c.req.valid('json'))
      return c.json({ success: true, message: 'Hashtag set saved.', data } as const)
    },
  )
  .delete(
    '/:id',
    describe({ tag, summary: 'Delete a hashtag set', errors: ['not_found', 'rate_limited'] }),
    limitChanges,
    async c => {
      await deleteHashtagSet(c.var.ctx, c.req.param('id'))
      return c.json({ success: true, message: 'Hashtag set deleted.' } as const)
    },
  )
