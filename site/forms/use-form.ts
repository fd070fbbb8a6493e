import { useStore } from '@nanostores/react'
import { type FormEvent, useRef } from 'react'

import { focusFirstInvalid } from '#site/ui/fields/focus-first-invalid.ts'
import type { FormStore } from './form-store.ts'
import { useHeldSubmit } from './use-asked.ts'

type Uses<Values> = { read: (form: HTMLFormElement) => Values; onSent: (form: HTMLFormElement) => void }

/** Ties a form to its store; a refused one leads to the first field that needs the person. */
export function useForm<Values>(
  { $state, change, submit }: FormStore<Values>,
  { read, onSent }: Uses<Values>,
) {
  const state = useStore($state)
  const ref = useRef<HTMLFormElement>(null)
  useHeldSubmit(ref)

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if ($state.get().sending) return
    if (await submit(read(form))) onSent(form)
    else requestAnimationFrame(() => focusFirstInvalid(form))
  }

  const onChange = (event: FormEvent<HTMLFormElement>) => change(read(event.currentTarget))
  return { ...state, form: { ref, noValidate: true, onSubmit, onChange } }
}

/**
 * For a form that stands in the page before its script does: outside a dialog this method sends nothing, so that what was typed
 * stays where it is, and out of the address.
 */
export const NOT_BY_BROWSER = { method: 'dialog' } as const

/** The texts of a form without repeated names. */
export const readFields = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
