import { Hono } from 'hono'
import { generateSpecs } from 'hono-openapi'

import type { Env } from '#api/context.ts'
import { brand } from '#shared/brand.ts'
import { docsPage } from './page.ts'

const documentation = {
  info: {
    title: `${brand.siteName} api`,
    version: '1',
    description:
      'Every answer carries `success`. A failure is `{ success: false, code, message, fields? }` with an HTTP status; instants are ISO 8601 in UTC.',
  },
  servers: [{ url: '/' }],
  components: {
    securitySchemes: { bearer: { type: 'http' as const, scheme: 'bearer' } },
    responses: {
      Failure: {
        description: 'What was wrong, in words; `fields` names each input that was refused.',
        content: {
          'application/json': {
            schema: {
              type: 'object' as const,
              required: ['success', 'code', 'message'],
              properties: {
                success: { type: 'boolean' as const, const: false },
                code: { type: 'string' as const },
                message: { type: 'string' as const },
                fields: { type: 'object' as const, additionalProperties: { type: 'string' as const } },
              },
            },
          },
        },
      },
    },
  },
}

/** The description is made from the whole app's own schemas, so it is read off the app that serves it. */
export const docsRoutes = new Hono<Env>()
  .get('/openapi.json', async c => {
    const { createApp } = await import('#api/app.ts')
    return c.json(await generateSpecs(createApp(c.var.ctx), { documentation, defaultValidationErrorResponse: false, excludeStaticFile: false }))
  })
  .get('/docs', async c => {
    const { createApp } = await import('#api/app.ts')
    const specs = await generateSpecs(createApp(c.var.ctx), { documentation, defaultValidationErrorResponse: false, excludeStaticFile: false })
    c.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'")
    return c.html(docsPage(specs))
  })
