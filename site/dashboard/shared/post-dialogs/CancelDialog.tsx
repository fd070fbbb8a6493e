import { useState } from 'react'

import { ConfirmDialog } from '#site/ui/dialogs/ConfirmDialog.tsx'
import { cancelPost, type Target } from './change-posts.ts'
import { closeDialog } from './dialogs.ts'
import { networkNames, reached } from './targets.ts'

/** Cancels future deliveries, or discards those that could not be published. */
export function CancelDialog({ target }: { target: Target }) {
  const [busy, setBusy] = useState(false)
  const isToCome = reached(target).some(({ state }) => state === 'scheduled' || state === 'draft')

  async function confirm() {
    setBusy(true)
    await cancelPost(target).catch(() => undefined)
    closeDialog()
  }

  return (
    <ConfirmDialog
      open
      danger
      title={isToCome ? 'Cancel this post?' : 'Discard this post?'}
      confirmLabel={isToCome ? 'Cancel post' : 'Discard post'}
      cancelLabel="Keep it"
      busy={busy}
      onCancel={closeDialog}
      onConfirm={confirm}
    >
      <p>It won’t go out on {networkNames(target)}. This can’t be undone.</p>
    </ConfirmDialog>
  )
}
