import type { Context, ValidationTargets, MiddlewareHandler } from 'hono'
import { describeRoute, uniqueSymbol, validator } from 'hono-openapi'
import { createMiddleware } from 'hono/factory'
import * as v from 'valibot'

import { DomainError, invalidField } from '#api/runtime/errors.ts'
import { type Fields, type ErrorCode, ERROR_STATUS } from '#shared/errors.ts'

v.setGlobalMessage(defaultMessage)

const CHECK_FIELDS = 'Please check the highlighted fields.'

/** Validates an input and adds its schema to the api's description. Responds with 400 and `fields` to invalid input. */
export const validate = <Target extends keyof ValidationTargets, Schema extends v.GenericSchema>(
  target: Target,
  schema: Schema,
) =>
  validator(
    target,
    schema,
    result => {
      if (!result.success) throw invalidInput(result.error)
    },
    { options: { overrideSchema: describeRequired } },
  )

type Converted = { valibotSchema: { type: string; entries?: unknown }; jsonSchema: JsonSchema }
type JsonSchema = { properties?: Record<string, object>; required?: string[] }
type Entries = Record<string, v.GenericSchema>

/** Treats a missing key as an empty string: a field is required if its schema rejects that. */
function describeRequired({ valibotSchema, jsonSchema }: Converted): JsonSchema | undefined {
  if (valibotSchema.entries === undefined || !jsonSchema.properties) return undefined
  const required = Object.entries(valibotSchema.entries as Entries).flatMap(([name, entry]) =>
    v.is(entry, undefined) ? [] : [name],
  )
  const properties = Object.fromEntries(
    Object.entries(jsonSchema.properties).map(
      ([name, { default: empty, ...property }]: [string, { default?: unknown }]) => [
        name,
        required.includes(name) || empty === ''
          ? property
          : { ...property, ...(empty !== undefined && { default: empty }) },
      ],
    ),
  )
  return { ...jsonSchema, properties, required }
}

/** Length of `{}`. Such a body isn't read, because reading takes as long as the rest of a short call. */
const EMPTY_OBJECT_LENGTH = '2'

/** Validates calls without input. A body must still be JSON. */
export const noInput = createMiddleware(async (c, next) => {
  if (c.req.header('Content-Length') === EMPTY_OBJECT_LENGTH) return next()
  const text = await c.req.text()
  if (text.trim() !== '' && !isJson(text))
    throw invalidField('body', 'This request can’t be read: it is not JSON.')
  await next()
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/**
 * Parses an input.
 * @throws {DomainError} `invalid`, with a message for each invalid field
 */
export function parseInput<Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, input)
  if (!result.success) throw invalidInput(result.issues)
  return result.output
}

/** An issue of Valibot, whose path @hono/standard-validator may have simplified. */
type Issue = { message: string; path?: readonly (PropertyKey | { key: unknown })[] | undefined }

function invalidInput(issues: readonly Issue[]): DomainError {
  const fields: Fields = {}
  for (const issue of issues) fields[fieldName(issue)] ??= issue.message
  const [message = CHECK_FIELDS, ...more] = Object.values(fields)
  return new DomainError('invalid', more.length === 0 ? message : CHECK_FIELDS, { fields })
}

const fieldName = (issue: Issue) =>
  (issue.path ?? []).map(segment => String(typeof segment === 'object' ? segment.key : segment)).join('.') ||
  'body'

/** Returns a readable message for an issue whose schema defines none. */
function defaultMessage(issue: v.BaseIssue<unknown>): string {
  const { type, expected, input, received } = issue
  switch (type) {
    case 'object':
    case 'strict_object':
      return received === 'undefined' ? 'This is missing.' : 'This must be an object.'
    case 'string':
      return 'This must be text.'
    case 'number':
    case 'integer':
      return 'This must be a whole number.'
    case 'boolean':
      return 'This must be true or false.'
    case 'array':
      return 'This must be a list.'
    case 'max_length':
      return typeof input === 'string'
        ? `Please keep this to ${limitOf(expected)} characters or fewer.`
        : `Please choose at most ${limitOf(expected)} of these.`
    case 'max_value':
      return `This can be at most ${limitOf(expected)}.`
    case 'min_value':
      return `This must be at least ${limitOf(expected)}.`
    case 'picklist':
      return `This must be one of ${expected?.replaceAll(/[()"]/g, '').replaceAll(' | ', ', ')}.`
    default:
      return 'This is not valid.'
  }
}

/** Valibot writes a requirement as `<=20`. */
const limitOf = (expected: string | null) => expected?.replace(/^[<>]=/, '')

type Description = {
  /** Describes the `data` of a successful response. */
  data?: string
  /** Describes its further fields, besides `success`. */
  response?: Record<string, string>
  status?: 200 | 201 | 202 | 302
  /** Errors that no middleware of the route describes: `validate` describes `invalid`, `limitChanges` `rate_limited`, `requires` `forbidden`. */
  errors?: ErrorCode[]
  /** False for calls that need no session. */
  signedIn?: boolean
  /** Content type of a response that isn't the usual JSON. */
  raw?: string
  requestBody?: Parameters<typeof describeRoute>[0]['requestBody']
}

/**
 * Returns a function that describes a route under this heading for /api/openapi.json. The route's input is described by its
 * validators.
 */
export const describing =
  (tag: string) =>
  (
    summary: string,
    { data, response, status = 200, errors = [], signedIn = true, raw, requestBody }: Description = {},
  ): MiddlewareHandler => {
    const described = Object.entries({ ...(data && { data }), ...response })
    const properties = Object.fromEntries(described.map(([name, description]) => [name, { description }]))
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
        ...failureResponses(failures),
      },
    })
  }

const FAILURE = { $ref: '#/components/responses/Failure' }

const failureResponses = (codes: ErrorCode[]) =>
  Object.fromEntries(codes.map(code => [ERROR_STATUS[code], FAILURE]))

/** Adds the errors of a middleware to the description of each route that names it. */
export const withErrors = <Handler extends MiddlewareHandler>(handler: Handler, errors: ErrorCode[]) =>
  Object.assign(handler, { [uniqueSymbol]: { spec: { responses: failureResponses(errors) } } })

type Property = { type: 'string'; format?: string; description?: string }

export const FILE: Property = { type: 'string', format: 'binary' }

/** Describes a multipart body, which is read as a stream instead of by a validator, for /api/openapi.json. */
export const formBody = (properties: Record<string, Property>, required: string[] = []) => ({
  required: true,
  content: {
    'multipart/form-data': {
      schema: { type: 'object' as const, properties, ...(required.length > 0 && { required }) },
    },
  },
})

/** Responds that a change was made, with a message for the user. */
export async function done(c: Context, change: Promise<void>, message: string) {
  await change
  return c.json({ success: true as const, message })
}

/** Responds with what a change returns, and a message for the user. */
export async function doneWith<Data>(c: Context, change: Promise<Data>, message: string) {
  const data = await change
  return c.json({ success: true as const, message, data })
}

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/

/**
 * Parses an Idempotency-Key, with which a client can safely repeat a request after a lost response.
 * @throws {DomainError} `invalid`
 */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || header === '') return undefined
  if (!IDEMPOTENCY_KEY.test(header))
    throw new DomainError('invalid', 'Please send an Idempotency-Key of up to 200 visible characters.', {
      fields: { 'Idempotency-Key': 'Up to 200 visible characters.' },
    })
  return header
}
