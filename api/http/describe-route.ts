import type { MiddlewareHandler } from 'hono'
import { describeRoute } from 'hono-openapi'

import type { ErrorCode } from '#shared/errors.ts'
import { ERROR_STATUS } from '#shared/errors.ts'

type Description = {
  summary: string
  tag: string
  /** Descriptions of the fields of a successful response, besides `success`. */
  response?: Record<string, string>
  status?: 200 | 201 | 202 | 302
  errors?: ErrorCode[]
  /** False for calls that need no session. */
  signedIn?: boolean
  /** Content type of a response that isn't the usual JSON. */
  raw?: string
  requestBody?: Parameters<typeof describeRoute>[0]['requestBody']
}

/** Describes a route for /api/openapi.json. Its input is described by its validators. */
export function describe({
  summary,
  tag,
  response = {},
  status = 200,
  errors = [],
  signedIn = true,
  raw,
  requestBody,
}: Description): MiddlewareHandler {
  const properties = Object.fromEntries(
    Object.entries(response).map(([name, description]) => [name, { description }]),
  )
  const failures: ErrorCode[] = [...(signedIn ? (['unauthenticated'] as const) : []), ...errors]
  return describeRoute({
    summary,
    tags: [tag],
    security: signedIn ? [{ bearer: [] }] : [],
    ...(requestBody && { requestBody }),
    responses: {
      [status]: {
        description: 'Success',
        content: raw
          ? { [raw]: { schema: {} } }
          : {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['success'],
                  properties: {
                    success: { type: 'boolean', const: true },
                    message: { type: 'string' },
                    ...properties,
                  },
                },
              },
            },
      },
      ...Object.fromEntries(
        failures.map(code => [ERROR_STATUS[code], { $ref: '#/components/responses/Failure' }]),
      ),
    },
  })
}
