import type { MiddlewareHandler } from 'hono'
import { describeRoute, uniqueSymbol } from 'hono-openapi'

import type { ErrorCode } from '#shared/errors.ts'
import { ERROR_STATUS } from '#shared/errors.ts'

type Description = {
  summary: string
  tag: string
  /** What a success holds beside `success`, in words or as fields with their description. */
  answer?: Record<string, string>
  status?: 200 | 201 | 202 | 302
  errors?: ErrorCode[]
  /** False for calls that anybody may make. */
  signedIn?: boolean
  /** The type of an answer that isn't the usual JSON. */
  raw?: string
  requestBody?: Parameters<typeof describeRoute>[0]['requestBody']
}

/** A description is a layer of its route that only hands on. */
export const isDescription = (layer: object): boolean =>
  uniqueSymbol in layer && 'spec' in (layer[uniqueSymbol] as object)

/** What /api/openapi.json says of a route, beside the input that its validators tell. */
export function describe({
  summary,
  tag,
  answer = {},
  status = 200,
  errors = [],
  signedIn = true,
  raw,
  requestBody,
}: Description): MiddlewareHandler {
  const properties = Object.fromEntries(
    Object.entries(answer).map(([name, description]) => [name, { description }]),
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
