import * as v from 'valibot'

import type { Fields } from '#shared/errors.ts'

export type Checked<Output> = { ok: true; value: Output } | { ok: false; fields: Fields; message: string }

/**
 * Validates a form's values by the schema that the api uses too. Returns a message for each invalid field, and one for the
 * form as a whole.
 */
export function checkForm<Schema extends v.GenericSchema>(
  schema: Schema,
  values: unknown,
): Checked<v.InferOutput<Schema>> {
  const result = v.safeParse(schema, values)
  if (result.success) return { ok: true, value: result.output }
  const { nested = {}, root } = v.flatten(result.issues)
  const fields = Object.entries(nested).flatMap(([name, messages]) =>
    messages?.[0] ? [[name, messages[0]]] : [],
  )
  return { ok: false, fields: Object.fromEntries(fields), message: root?.[0] ?? '' }
}
