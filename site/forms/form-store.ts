import { atom } from 'nanostores'
import * as v from 'valibot'

import type { Fields } from '#shared/errors.ts'
import { ApiError, messageOf } from '#site/lib/api/error.ts'
import { browserStorage, formKey } from '#site/lib/browser-storage.ts'
import { randomId } from '#site/lib/random-id.ts'

/** `message` concerns the form as a whole. */
type FormState = { sending: boolean; fields: Fields; message: string }

const READY: FormState = { sending: false, fields: {}, message: '' }

type FormRules<Values, Value> = {
  /** Validates by the schema that the api uses too. */
  check: (values: Values) => Checked<Value>
  /** `options` has the header with the idempotency key, which stays the same until the form was accepted. */
  send: (value: Value, options: { headers: { 'Idempotency-Key': string } }) => Promise<void>
  /** Message for failures without one from the api. */
  failed: string
  /** Message for the whole form when a field is invalid. */
  incomplete?: string
  /** Name under which the tab saves the values, so that they survive a reload. Not for secrets. */
  savedAs?: string
}

/** Creates a form's state. It sends one request at a time, keeps the values after a failure, and has the errors by field. */
export function formStore<Values, Value>({
  check,
  send,
  failed,
  incomplete = '',
  savedAs,
}: FormRules<Values, Value>) {
  const $state = atom<FormState>(READY)
  const saved = savedDraft<Values>(savedAs)
  let { key = randomId(), values: draft } = saved.read()
  let tried = false

  function read(values: Values) {
    draft = values
    saved.write({ key, values })
    const checked = check(values)
    if (tried && !checked.ok)
      $state.set({ sending: false, fields: checked.fields, message: checked.message || incomplete })
    return checked
  }

  /** Saves the values and, after a failed submit, validates them again. */
  function change(values: Values) {
    if ($state.get().sending) return
    if (read(values).ok) $state.set(READY)
  }

  /** @returns true if the server accepted it */
  async function submit(values: Values): Promise<boolean> {
    if ($state.get().sending) return false
    tried = true
    const checked = read(values)
    if (!checked.ok) return false
    $state.set({ ...READY, sending: true })
    try {
      await send(checked.value, { headers: { 'Idempotency-Key': key } })
      reset()
      return true
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {}
      $state.set({ sending: false, fields, message: messageOf(error, failed) })
      return false
    }
  }

  function clearErrors() {
    tried = false
    $state.set(READY)
  }

  function reset() {
    draft = undefined
    saved.forget()
    key = randomId()
    clearErrors()
  }

  return { $state, draft: () => draft, change, submit, clearErrors, reset }
}

/** Creates a form's state from the schema that the api uses too. */
export const schemaForm = <Schema extends v.GenericSchema>(
  schema: Schema,
  rules: Omit<FormRules<unknown, v.InferOutput<Schema>>, 'check'>,
) => formStore({ ...rules, check: (values: unknown) => checkForm(schema, values) })

export type FormStore<Values> = Pick<
  ReturnType<typeof formStore<Values, unknown>>,
  '$state' | 'change' | 'submit' | 'clearErrors' | 'reset'
>

/** The typed values and the idempotency key, which outlives a reload. */
type SavedForm<Values> = { key: string; values: Values }

/** Returns the tab's storage for a form. Without storage or a name, nothing is saved. */
function savedDraft<Values>(form: string | undefined) {
  const storage = form === undefined ? undefined : browserStorage('sessionStorage')
  const key = formKey(form ?? '')
  return {
    read(): Partial<SavedForm<Values>> {
      try {
        return JSON.parse(storage?.getItem(key) ?? '{}')
      } catch {
        return {}
      }
    },
    write(saved: SavedForm<Values>) {
      try {
        storage?.setItem(key, JSON.stringify(saved))
      } catch {
        // A full storage must not block sending.
      }
    },
    forget: () => storage?.removeItem(key),
  }
}

type Checked<Output> = { ok: true; value: Output } | { ok: false; fields: Fields; message: string }

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
