import { Hono } from 'hono'

import { requireUser } from '#api/auth/middleware/user.ts'
import type { UserEnv } from '#api/context.ts'
import { limitChanges } from '#api/http/limits/limits.ts'
import { describing, parseInput, validate } from '#api/http/route.ts'
import { ClientId } from '#shared/auth/client-id.ts'
import { SaveHashtagSet } from '#shared/posts/hashtag-sets.ts'
import { SaveTemplate } from '#shared/posts/templates.ts'
import { deleteHashtagSet, listHashtagSets, saveHashtagSet } from './hashtag-sets.ts'
import { deleteTemplate, listTemplates, saveTemplate } from './templates.ts'

const describeTemplates = describing('templates')
const describeSets = describing('hashtag sets')

export const templateRoutes = new Hono<UserEnv>()
  .use(requireUser)
  .get(
    '/',
    describeTemplates('List your templates, by name', {
      response: { data: 'A list of `_id name text updatedAt`' },
    }),
    async c => c.json({ success: true, data: await listTemplates(c.var.ctx) } as const),
  )
  .put(
    '/:id',
    describeTemplates('Save a template under an id that the client generates', {
      response: { data: '`_id name text updatedAt`' },
      errors: ['invalid', 'not_found', 'conflict', 'rate_limited'],
    }),
    limitChanges,
    validate('json', SaveTemplate),
    async c => {
      const id = parseInput(ClientId, c.req.param('id'))
      const data = await saveTemplate(c.var.ctx, id, c.req.valid('json'))
      return c.json({ success: true, message: 'Template saved.', data } as const)
    },
  )
  .delete(
    '/:id',
    describeTemplates('Delete a template', { errors: ['not_found', 'rate_limited'] }),
    limitChanges,
    async c => {
      await deleteTemplate(c.var.ctx, c.req.param('id'))
      return c.json({ success: true, message: 'Template deleted.' } as const)
    },
  )

export const hashtagSetRoutes = new Hono<UserEnv>()
  .use(requireUser)
  .get(
    '/',
    describeSets('List the hashtag sets of the selected business, by name', {
      response: { data: 'A list of `_id name text updatedAt`' },
    }),
    async c => c.json({ success: true, data: await listHashtagSets(c.var.ctx) } as const),
  )
  .put(
    '/:id',
    describeSets('Save a hashtag set of the selected business under an id that the client generates', {
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
    describeSets('Delete a hashtag set', { errors: ['not_found', 'rate_limited'] }),
    limitChanges,
    async c => {
      await deleteHashtagSet(c.var.ctx, c.req.param('id'))
      return c.json({ success: true, message: 'Hashtag set deleted.' } as const)
    },
  )
