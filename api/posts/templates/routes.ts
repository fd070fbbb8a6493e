import { Hono } from 'hono'

import { requireUser } from '#api/auth/middleware/user.ts'
import type { UserEnv } from '#api/context.ts'
import { describe } from '#api/http/describe-route.ts'
import { limitChanges } from '#api/http/limits/limit-writes.ts'
import { parseInput, validate } from '#api/http/validate.ts'
import { ClientId } from '#shared/auth/client-id.ts'
import { SaveTemplate } from '#shared/posts/templates.ts'
import { deleteTemplate, listTemplates, saveTemplate } from './templates.ts'

const tag = 'templates'

export const templateRoutes = new Hono<UserEnv>()
  .use(requireUser)
  .get(
    '/',
    describe({
      tag,
      summary: 'List your templates, by name',
      response: { data: 'A list of `_id name text updatedAt`' },
    }),
    async c => c.json({ success: true, data: await listTemplates(c.var.ctx) } as const),
  )
  .put(
    '/:id',
    describe({
      tag,
      summary: 'Save a template under an id that the client generates',
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
    describe({ tag, summary: 'Delete a template', errors: ['not_found', 'rate_limited'] }),
    limitChanges,
    async c => {
      await deleteTemplate(c.var.ctx, c.req.param('id'))
      return c.json({ success: true, message: 'Template deleted.' } as const)
    },
  )
