import type { ReactNode } from 'react'

import { Button } from '../Button.tsx'
import { Modal } from './Modal.tsx'

export type ConfirmDialogProps = {
  open: boolean
  title: string
  children: ReactNode
  confirmLabel: string
  cancelLabel?: string
  onConfirm: () => void
  onCancel: () => void
  busy?: boolean
  danger?: boolean
}

/** Confirms an action that can't be undone. Focus starts on Cancel. */
export const ConfirmDialog = ({
  confirmLabel,
  cancelLabel = 'Cancel',
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
          {cancelLabel}
        </Button>
        <Button variant={danger ? 'danger' : 'primary'} onClick={onConfirm} busy={busy}>
          {confirmLabel}
        </Button>
      </>
    }
  />
)
