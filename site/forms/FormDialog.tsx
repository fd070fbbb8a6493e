import { type ComponentProps, useEffect } from 'react'

import { FormModal } from '#site/ui/dialogs/FormModal.tsx'
import type { FormStore } from './form-store.ts'
import { readFields, useForm } from './use-form.ts'

type FormDialogProps<Values> = Omit<ComponentProps<typeof FormModal>, 'form' | 'sending' | 'message'> & {
  store: FormStore<Values>
  /** Defaults to `readFields`. */
  read?: (form: HTMLFormElement) => Values
  /** Closes the dialog by default. */
  onSent?: () => void
  /** Keeps the input when the dialog is closed without sending it. */
  keepsDraft?: boolean
  /** Error of the form as a whole. By default the store's, unless it concerns a field, which then shows it. */
  message?: string
}

/** A dialog with the form of a store. */
export function FormDialog<Values>({
  store,
  read = readFields as (form: HTMLFormElement) => Values,
  onSent,
  keepsDraft,
  message,
  ...modal
}: FormDialogProps<Values>) {
  const state = useForm(store, { read, onSent: onSent ?? modal.onClose })
  useEffect(() => (keepsDraft ? store.clearErrors : store.reset), [store, keepsDraft])
  const isOfField = Object.keys(state.fields).length > 0
  return (
    <FormModal
      {...modal}
      form={state.form}
      sending={state.sending}
      message={message ?? (isOfField ? '' : state.message)}
    />
  )
}
