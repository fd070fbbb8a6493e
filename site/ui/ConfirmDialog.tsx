import type { ReactNode } from 'react'

import { Button } from './Button.tsx'
import { Modal } from './Modal.tsx'

export type ConfirmDialogProps = {
  open: boolean
  title: string
  children: ReactNode
  confirmLabel: string
  onConfirm: () => void
  onCancel: () => void
  busy?: boolean
  danger?: boolean
}

/** Asks before something that can't be undone. Focus starts on Cancel. */
export const ConfirmDialog = ({
  confirmLabel,
  onConfirm,
  onCancel,
  busy,
  danger,
  ...modal
}: ConfirmDialogProps) => (
  <Modal
    {...modal}
    onClose={onCancel}
    locked={busy}
    actions={
      <>
        <Button onClick={onCancel} data-autofocus disabled={busy}>
          Cancel
        </Button>
        <Button look={danger ? 'danger' : 'primary'} onClick={onConfirm} busy={busy}>
          {confirmLabel}
        </Button>
      </>
    }
  />
)
