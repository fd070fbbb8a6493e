import type { ReactNode } from 'react'

import { ActionModal } from './ActionModal.tsx'

type ConfirmDialogProps = {
  open?: boolean
  title: string
  children: ReactNode
  confirmLabel: string
  cancelLabel?: string
  /** The dialog is locked until it has resolved. */
  onConfirm: () => unknown
  onCancel: () => void
  danger?: boolean
}

/** Confirms an action that can't be undone. Focus starts on Cancel. */
export const ConfirmDialog = ({ confirmLabel, onConfirm, onCancel, ...modal }: ConfirmDialogProps) => (
  <ActionModal startsAtCancel {...modal} label={confirmLabel} onAction={onConfirm} onClose={onCancel} />
)
