import { atom } from 'nanostores'

import type { Fields } from '#shared/errors.ts'
import { ApiError, messageOf } from '#site/lib/api-error.ts'
import { randomId } from '#site/lib/random-id.ts'
import type { Checked } from './check-form.ts'
import { keptDraft } from './saved-draft.ts'

/** `message` is about the form as a whole. */
export type FormState = { sending: boolean; fields: Fields; message: string }

const READY: FormState = { sending: false, fields: {}, message: '' }

type Named = { headers: { 'Idempotency-Key': string } }

type FormRules<Values, Value> = {
  /** By the schema that the api uses too. */
  check: (values: Values) => Checked<Value>
  /** `named` says that it is the same form when it is sent again, for calls that are to be carried out once. */
  send: (value: Value, named: Named) => Promise<void>
  /** What is said where the failure has no words of its own. */
  failed: string
  /** What is said about the whole form when a field doesn't fit. */
  incomplete?: string
  /** Under which name the tab keeps what was typed, so that it outlives a reload. Not for secrets. */
  keptAs?: string
}

/** A form's state: it sends one thing at a time, keeps what was typed, and says what was refused where it belongs. */
export function formStore<Values, Value>({
  check,
  send,
  failed,
  incomplete = '',
  keptAs,
}: FormRules<Values, Value>) {
  const $state = atom<FormState>(READY)
  const kept = keptDraft<Values>(keptAs)
  let { name = randomId(), values: draft } = kept.read()
  let tried = false

  function read(values: Values) {
    draft = values
    kept.write({ name, values })
    const checked = check(values)
    if (tried && !checked.ok)
      $state.set({ sending: false, fields: checked.fields, message: checked.message || incomplete })
    return checked
  }

  /** Keeps what was typed and, once a try was refused, says what still doesn't fit. */
  function change(values: Values) {
    if ($state.get().sending) return
    if (read(values).ok) $state.set(READY)
  }

  /** @returns whether it was sent and taken */
  async function submit(values: Values): Promise<boolean> {
    if ($state.get().sending) return false
    tried = true
    const checked = read(values)
    if (!checked.ok) return false
    $state.set({ ...READY, sending: true })
    try {
      await send(checked.value, { headers: { 'Idempotency-Key': name } })
      reset()
      return true
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {}
      $state.set({ sending: false, fields, message: messageOf(error, failed) })
      return false
    }
  }

  /** Forgets the refusal; what was typed stays for the next time. */
  function leave() {
    tried = false
    $state.set(READY)
  }

  function reset() {
    draft = undefined
    kept.forget()
    name = randomId()
    leave()
  }

  return { $state, draft: () => draft, change, submit, leave, reset }
}

export type FormStore<Values> = Pick<
  ReturnType<typeof formStore<Values, unknown>>,
  '$state' | 'change' | 'submit'
>
