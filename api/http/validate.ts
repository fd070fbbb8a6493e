import type { ValidationTargets } from 'hono'
import { validator } from 'hono-openapi'
import { createMiddleware } from 'hono/factory'
import * as v from 'valibot'

import { DomainError, invalidField } from '#api/runtime/errors.ts'
import type { Fields } from '#shared/errors.ts'

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
