import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { ValidationTargets } from 'hono'
import { validator } from 'hono-openapi'
import * as v from 'valibot'

import type { Fields } from '#shared/errors.ts'
import { DomainError } from './errors.ts'

const CHECK_FIELDS = 'Please check the highlighted fields.'

/** Checks an input against its schema, tells the api's description of it, and answers 400 with `fields`. */
export const validate = <Target extends keyof ValidationTargets, Schema extends v.GenericSchema>(
  target: Target,
  schema: Schema,
) =>
  validator(target, schema, result => {
    if (!result.success) throw invalidInput(result.error)
  })

/** The parsed value, or a DomainError with a message for each field that is wrong. */
export function parseInput<Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, input)
  if (!result.success) throw invalidInput(result.issues)
  return result.output
}

function invalidInput(issues: readonly StandardSchemaV1.Issue[]): DomainError {
  const fields: Fields = {}
  for (const issue of issues) fields[fieldName(issue)] ??= issue.message
  const messages = Object.values(fields)
  return new DomainError('invalid', messages.length === 1 ? messages[0]! : CHECK_FIELDS, { fields })
}

const fieldName = (issue: StandardSchemaV1.Issue) =>
  (issue.path ?? []).map(segment => String(typeof segment === 'object' ? segment.key : segment)).join('.') || 'body'
