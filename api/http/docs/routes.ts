import { Hono } from 'hono'
import { generateSpecs } from 'hono-openapi'

import type { Env } from '#api/context.ts'
import { describing } from '#api/http/route.ts'
import { brand } from '#shared/brand.ts'
import { docsPage } from './page.ts'

const documentation = {
  info: {
    title: `${brand.siteName} api`,
    version: '1',
    description:
      'Every response has `success`. An error is `{ success: false, code, message, fields? }` with an HTTP status, and `current` has the current values after some conflicts. Times are ISO 8601 in UTC. A call about a business (`domain` in the names of calls and fields) that doesn’t name one uses the selected business, or the one in `X-Domain-Id`. If such a call names no domain and connects another account, posts written for the former account go to the new one; with `X-Domain-Id` they are held for the author’s decision.',
  },
  servers: [{ url: '/' }],
  components: {
    securitySchemes: { bearer: { type: 'http' as const, scheme: 'bearer' } },
    responses: {
      Failure: {
        description: 'Explains the error; `fields` has a message for each invalid input.',
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

const INVALID = {
  $ref: '#/components/responses/Failure',
  description: 'Explains the error; `fields` has a message for each invalid input.',
}

type Specs = Awaited<ReturnType<typeof generateSpecs>>

let specs: Promise<Specs> | undefined

/** Generates the description once per process, since every app has the same routes. */
const specsOf = (app: Hono<Env>): Promise<Specs> =>
  (specs ??= generateSpecs(app, {
    documentation,
    defaultValidationErrorResponse: INVALID,
    excludeStaticFile: false,
  }))

const describe = describing('Operation')

/** Serves the description of the api. @param app the app whose routes are described */
export const docsRoutes = (app: Hono<Env>) =>
  new Hono<Env>()
    .get(
      '/openapi.json',
      describe('Read this description as JSON', { signedIn: false, raw: 'application/json' }),
      async c => c.json(await specsOf(app)),
    )
    .get(
      '/docs',
      describe('Read this description as a page', { signedIn: false, raw: 'text/html' }),
      async c => {
        c.header('Content-Security-Policy', PAGE_POLICY)
        return c.html(docsPage(await specsOf(app)))
      },
    )

/** The page has no scripts and loads nothing. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
