import { Button, useBusy } from '../Button.tsx'
import { Modal, type ModalProps } from './Modal.tsx'

type ActionModalProps = Omit<ModalProps, 'actions' | 'locked'> & {
  /** Labels of the two buttons, and of the second while it is busy. */
  cancelLabel?: string
  label: string
  busyLabel?: string
  danger?: boolean
  disabled?: boolean
  /** The focus starts on Cancel. */
  startsAtCancel?: boolean
  /** True while an action runs that the button didn't start. */
  busy?: boolean
  /** The dialog is locked until it has resolved. */
  onAction: () => unknown
}

/** A dialog with one action, and a button that closes it. */
export function ActionModal({
  cancelLabel = 'Cancel',
  label,
  busyLabel,
  danger,
  disabled,
  startsAtCancel,
  busy = false,
  onAction,
  ...modal
}: ActionModalProps) {
  const [acting, during] = useBusy()
  const locked = acting || busy
  return (
    <Modal
      {...modal}
      locked={locked}
      actions={
        <>
          <Button onClick={modal.onClose} data-autofocus={startsAtCancel} disabled={locked}>
            {cancelLabel}
          </Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            busy={locked}
            busyLabel={busyLabel}
            disabled={disabled}
            onClick={() => during(onAction)}
          >
            {label}
          </Button>
        </>
      }
    />
  )
}

/** Confirms an action that can't be undone. Focus starts on Cancel. */
export const ConfirmDialog = (props: ActionModalProps) => <ActionModal startsAtCancel {...props} />
