import { useStore } from '@nanostores/react'
import { type FormEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

import { revealProblem } from '#site/ui/fields/Field.tsx'
import type { FormStore } from './form-store.ts'
import '#site/lib/translated-texts.ts'

type FormOptions<Values> = {
  read: (form: HTMLFormElement) => Values
  onSent?: (form: HTMLFormElement) => void
}

/** Connects a form to its store, and shows the first problem after a rejection. */
export function useForm<Values>(
  { $state, change, submit }: FormStore<Values>,
  { read, onSent }: FormOptions<Values>,
) {
  const state = useStore($state)
  const ref = useRef<HTMLFormElement>(null)
  useRecordedSubmit(ref)

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if ($state.get().sending) return
    if (await submit(read(form))) onSent?.(form)
    else revealProblem(form)
  }

  const onChange = (event: FormEvent<HTMLFormElement>) => change(read(event.currentTarget))
  return { ...state, form: { ref, errors: state.fields, onSubmit, onChange } }
}

/**
 * Stops the browser from submitting a pre-rendered form before its script has loaded. Outside a dialog this method sends
 * nothing, so the values stay in the fields and out of the URL.
 */
export const PREVENT_NATIVE_SUBMIT = { method: 'dialog' } as const

/** Returns the text values of a form without repeated names. */
export const readFields = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )

/** An island with the form that the server rendered, and the control in it that was last focused (`islands/load-on-intent.ts`). */
export type FormIsland = HTMLElement & { prerendered?: HTMLFormElement | null; focused?: Element | null }

/** Returns the island that the element is part of, or null in the dashboard. */
export const islandOf = (element: RefObject<HTMLElement | null>) =>
  element.current?.closest<FormIsland>('astro-island') ?? null

/**
 * Marks this form's island as loaded, and repeats a submit that preceded that. If a translator has changed the texts of the
 * pre-rendered form, React replaces the form: its input and focus are then copied.
 */
function useRecordedSubmit(form: RefObject<HTMLFormElement | null>): void {
  useLayoutEffect(() => {
    const island = islandOf(form)
    const { prerendered, focused } = island ?? {}
    if (island) delete island.prerendered
    if (prerendered && form.current && prerendered !== form.current)
      copyInput(prerendered, form.current, focused)
  }, [form])
  useEffect(() => {
    const island = islandOf(form)
    if (!island) return
    island.dataset.arrived = ''
    if (island.dataset.submitted === undefined) return
    delete island.dataset.submitted
    form.current?.requestSubmit()
  }, [form])
}

/** Copies input and focus to a form with the same controls. */
function copyInput(from: HTMLFormElement, to: HTMLFormElement, focused: Element | null | undefined) {
  for (const [index, control] of [...from.elements].entries()) {
    const copy = to.elements[index]
    if (control instanceof HTMLInputElement && copy instanceof HTMLInputElement) {
      if (control.type !== 'file') copy.value = control.value
      copy.checked = control.checked
    } else if (
      (control instanceof HTMLTextAreaElement && copy instanceof HTMLTextAreaElement) ||
      (control instanceof HTMLSelectElement && copy instanceof HTMLSelectElement)
    )
      copy.value = control.value
    if (control === focused && document.activeElement === document.body && copy instanceof HTMLElement)
      copy.focus({ preventScroll: true })
  }
}
