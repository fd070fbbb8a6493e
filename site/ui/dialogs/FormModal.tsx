import { type ReactNode, useId, useRef, useState } from 'react'

import type { Fields } from '#shared/errors.ts'
import { Form, FormMessage, type FormProps, revealProblem } from '#site/ui/fields/Field.tsx'
import { Button, useSubmit } from '../Button.tsx'
import { Modal } from './Modal.tsx'

type FormModalProps = {
  title: string
  wide?: boolean
  /** Props from `useForm`. */
  form: FormProps
  sending: boolean
  /** Error of the form as a whole. */
  message: string
  /** Label of the submit button, and its label while sending. */
  submit: string
  busyLabel?: string
  /** Marks a destructive action. */
  danger?: boolean
  /** Disables submit until required input is present. */
  incomplete?: boolean
  intro?: string
  /** Buttons before Cancel. */
  others?: ReactNode
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog that stays open while it is being sent. */
export function FormModal({
  title,
  wide,
  form,
  sending,
  message,
  submit,
  busyLabel,
  danger,
  incomplete,
  intro,
  others,
  onClose,
  children,
}: FormModalProps) {
  const id = useId()
  return (
    <Modal
      wide={wide}
      onClose={onClose}
      locked={sending}
      title={title}
      actions={
        <>
          {others}
          <Button onClick={onClose} disabled={sending}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={id}
            variant={danger ? 'danger' : 'primary'}
            busy={sending}
            busyLabel={busyLabel}
            disabled={incomplete}
          >
            {submit}
          </Button>
        </>
      }
    >
      <Form {...form} id={id} className={`grid ${wide ? 'gap-6' : 'gap-5'}`}>
        {intro && <p className="text-sm text-soft">{intro}</p>}
        <FormMessage message={message} />
        {children}
      </Form>
    </Modal>
  )
}

/**
 * Returns the props of a `FormModal` whose caller has its values. It closes once they are saved, and shows the first error.
 * @param save returns errors by field if the values weren't saved
 */
export function useSaving(save: (form: HTMLFormElement) => Promise<Fields | undefined>, onClose: () => void) {
  const ref = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Fields>({})
  const [sending, form] = useSubmit(async () => {
    const invalid = await save(ref.current!)
    if (!invalid) return onClose()
    setErrors(invalid)
    return requestAnimationFrame(() => ref.current && revealProblem(ref.current))
  })
  return { form: { ...form, ref, errors }, sending, message: '', onClose }
}
