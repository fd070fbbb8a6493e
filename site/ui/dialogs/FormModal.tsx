import { type ComponentProps, type ReactNode, useId } from 'react'

import { FormMessage } from '#site/ui/fields/FormMessage.tsx'
import { Button } from '../Button.tsx'
import { Modal } from './Modal.tsx'

type FormModalProps = {
  title: string
  wide?: boolean
  /** What ties the form to its store. */
  form: ComponentProps<'form'>
  sending: boolean
  /** Why it was not sent. */
  message: string
  /** The words of the button that sends it, and while it does. */
  submit: string
  busyLabel?: string
  /** It takes something away. */
  danger?: boolean
  /** Nothing is sent before what it needs is there. */
  incomplete?: boolean
  intro?: string
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog of its own, which stays while it is being sent. */
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
  onClose,
  children,
}: FormModalProps) {
  const id = useId()
  return (
    <Modal
      open
      wide={wide}
      onClose={onClose}
      locked={sending}
      title={title}
      actions={
        <>
          <Button onClick={onClose} disabled={sending}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={id}
            look={danger ? 'danger' : 'primary'}
            busy={sending}
            busyLabel={busyLabel}
            disabled={incomplete}
          >
            {submit}
          </Button>
        </>
      }
    >
      <form {...form} id={id} className={`grid ${wide ? 'gap-6' : 'gap-5'}`}>
        {intro && <p className="text-sm text-soft">{intro}</p>}
        <FormMessage message={message} />
        {children}
      </form>
    </Modal>
  )
}
