import { Hono } from 'hono'
import { generateSpecs } from 'hono-openapi'

import type { Env } from '#api/context.ts'
import { describe } from '#api/http/describe-route.ts'
import { brand } from '#shared/brand.ts'
import { docsPage } from './page.ts'

const documentation = {
  info: {
    title: `${brand.siteName} api`,
    version: '1',
    description:
      'Every answer carries `success`. A failure is `{ success: false, code, message, fields? }` with an HTTP status; instants are ISO 8601 in UTC. What is about a domain without naming one is about the selected domain, or the one that `X-Domain-Id` names; who connects another account by such a call decides later about the posts that were written for the one before, others send them there.',
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
                ticket: { type: 'string' as const },
              },
            },
          },
        },
      },
    },
  },
}

type Specs = Awaited<ReturnType<typeof generateSpecs>>

let specs: Promise<Specs> | undefined

/** Generates the description once per process, since every app has the same routes. */
const specsOf = (app: Hono<Env>): Promise<Specs> =>
  (specs ??= generateSpecs(app, {
    documentation,
    defaultValidationErrorResponse: false,
    excludeStaticFile: false,
  }))

const tag = 'Operation'

/** @param app whose routes are described */
export const docsRoutes = (app: Hono<Env>) =>
  new Hono<Env>()
    .get(
      '/openapi.json',
      describe({ summary: 'This description', tag, signedIn: false, raw: 'application/json' }),
      async c => c.json(await specsOf(app)),
    )
    .get(
      '/docs',
      describe({ summary: 'This description, to be read', tag, signedIn: false, raw: 'text/html' }),
      async c => {
        c.header('Content-Security-Policy', PAGE_POLICY)
        return c.html(docsPage(await specsOf(app)))
      },
    )

/** The page has no script and asks nobody for anything. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
