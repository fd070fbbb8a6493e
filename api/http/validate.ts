import type { ValidationTargets } from 'hono'
import { validator } from 'hono-openapi'
import { createMiddleware } from 'hono/factory'
import * as v from 'valibot'

import type { Fields } from '#shared/errors.ts'
import { DomainError, invalidField } from '../errors.ts'
import { inWords } from './validation-messages.ts'

v.setGlobalMessage(inWords)

const CHECK_FIELDS = 'Please check the highlighted fields.'

/** Checks an input against its schema, tells the api's description of it, and answers 400 with `fields`. */
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
    { options: { overrideSchema: tellRequired } },
  )

type Converted = { valibotSchema: { type: string; entries?: unknown }; jsonSchema: JsonSchema }
type JsonSchema = { properties?: Record<string, object>; required?: string[] }
type Entries = Record<string, v.GenericSchema>

/** Our schemas take a missing key for an empty box: what has to be there is what an empty box is refused for. */
function tellRequired({ valibotSchema, jsonSchema }: Converted): JsonSchema | undefined {
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

/** As long as `{}`: nothing that somebody could mean. To read it takes as long as the rest of a short answer. */
const LENGTH_OF_NOTHING = '2'

/** For calls that need no input: what is sent all the same must be JSON. */
export const noInput = createMiddleware(async (c, next) => {
  if (c.req.header('Content-Length') === LENGTH_OF_NOTHING) return next()
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

/** The parsed value, or a DomainError with a message for each field that is wrong. */
export function parseInput<Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, input)
  if (!result.success) throw invalidInput(result.issues)
  return result.output
}

/** Valibot's own, and the same as @hono/standard-validator hands it on. */
type Issue = { message: string; path?: readonly (PropertyKey | { key: unknown })[] | undefined }

function invalidInput(issues: readonly Issue[]): DomainError {
  const fields: Fields = {}
  for (const issue of issues) fields[fieldName(issue)] ??= issue.message
  const messages = Object.values(fields)
  return new DomainError('invalid', messages.length === 1 ? messages[0]! : CHECK_FIELDS, { fields })
}

const fieldName = (issue: Issue) =>
  (issue.path ?? []).map(segment => String(typeof segment === 'object' ? segment.key : segment)).join('.') ||
  'body'
