import { Hono } from 'hono'
import * as v from 'valibot'

import type { Env } from '#api/context.ts'
import { describe } from '#api/describe.ts'
import { validate } from '#api/validate.ts'
import { serveMedia } from './serve.ts'
import { VARIANTS } from './signed-url.ts'

const Signature = v.object({
  expires: v.pipe(v.string('This address is not valid.'), v.maxLength(12)),
  signature: v.pipe(v.string('This address is not valid.'), v.maxLength(128)),
})
const File = v.object({
  id: v.pipe(v.string(), v.maxLength(64)),
  variant: v.picklist(VARIANTS),
  extension: v.string(),
})

export const mediaRoutes = new Hono<Env>().get(
  '/:id/:file{(original|jpeg|thumbnail)\\.(jpg|png|mp4|webp)}',
  describe({
    tag: 'media',
    summary: 'A picture or video by its signed address; takes Range',
    signedIn: false,
    raw: 'application/octet-stream',
    errors: ['invalid', 'forbidden', 'not_found'],
  }),
  validate('query', Signature),
  c => {
    const [variant, extension] = c.req.param('file').split('.')
    const file = v.parse(File, { id: c.req.param('id'), variant, extension })
    return serveMedia(c.var.ctx, { ...file, ...c.req.valid('query') }, c.req.raw.headers)
  },
)
