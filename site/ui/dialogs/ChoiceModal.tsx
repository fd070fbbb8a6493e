import type { ReactNode } from 'react'

import { Button } from '../Button.tsx'
import { Modal } from './Modal.tsx'

type ChoiceModalProps = {
  title: string
  connectLabel: string
  isChosen: boolean
  saving: boolean
  onConnect: () => void
  onClose: () => void
  children: ReactNode
}

/** Asks which one of several accounts to connect. */
export const ChoiceModal = (props: ChoiceModalProps) => {
  const { title, connectLabel, isChosen, saving, onConnect, onClose, children } = props
  return (
    <Modal
      open
      onClose={onClose}
      locked={saving}
      title={title}
      actions={
        <>
          <Button onClick={onClose} disabled={saving}>
            Not now
          </Button>
          <Button
            variant="primary"
            busy={saving}
            busyLabel="Connecting"
            disabled={!isChosen}
            onClick={onConnect}
          >
            {connectLabel}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">{children}</div>
    </Modal>
  )
}
