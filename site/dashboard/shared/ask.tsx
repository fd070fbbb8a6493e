import { type ComponentProps, useState } from 'react'

import { ConfirmDialog } from '#site/ui/dialogs/ActionModal.tsx'
import { FormMessage } from '#site/ui/fields/Field.tsx'
import { showDialog } from './open-dialog.ts'

export type Question = Omit<ComponentProps<typeof ConfirmDialog>, 'onClose'> & {
  /** Returns the dialog's message if the action throws. */
  describeFailure?: (error: unknown) => string
}

/**
 * Asks for confirmation of an action. The dialog can't be closed during the action. It stays open if the action throws or returns
 * false.
 */
export const ask = (question: Question) => showDialog(QuestionDialog, question)

function QuestionDialog({
  onAction,
  describeFailure,
  onClose,
  children,
  ...dialog
}: Question & { onClose: () => void }) {
  const [failed, setFailed] = useState('')

  async function act() {
    setFailed('')
    try {
      if ((await onAction()) !== false) onClose()
    } catch (error) {
      if (!describeFailure) throw error
      setFailed(describeFailure(error))
    }
  }

  return (
    <ConfirmDialog {...dialog} onClose={onClose} onAction={act}>
      <div className="grid gap-3">
        {children}
        <FormMessage message={failed} />
      </div>
    </ConfirmDialog>
  )
}
