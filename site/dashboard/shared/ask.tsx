import type { ComponentProps } from 'react'

import { ConfirmDialog } from '#site/ui/dialogs/ActionModal.tsx'
import { $question } from './question.ts'

export type Question = Omit<ComponentProps<typeof ConfirmDialog>, 'onClose'>

/** Asks for confirmation of an action. The dialog is locked until the action has ended, and stays if that returns false. */
export function ask({ onAction, ...question }: Question) {
  const dialog = (
    <ConfirmDialog
      {...question}
      onClose={close}
      onAction={async () => {
        if ((await onAction()) !== false) close()
      }}
    />
  )
  // The action may have asked another question.
  function close() {
    if ($question.get() === dialog) $question.set(undefined)
  }
  $question.set(dialog)
}
