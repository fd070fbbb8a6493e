import { useStore } from '@nanostores/react'

import { ConfirmDialog } from '#site/ui/dialogs/ConfirmDialog.tsx'
import type { Kind } from './kind.ts'
import type { SubmittedRequest } from './requests/request-list.ts'

type DeleteRequestProps<Request extends SubmittedRequest> = {
  kind: Kind<Request>
  request: Request
  onClose: () => void
}

export function DeleteRequest<Request extends SubmittedRequest>({
  kind,
  request,
  onClose,
}: DeleteRequestProps<Request>) {
  const busy = useStore(kind.list.$removing)
  const onConfirm = async () => {
    if (!(await kind.list.remove(request))) return
    onClose()
    // The row that opened the dialog has disappeared, so the focus needs another place.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('main h1')?.focus())
  }
  return (
    <ConfirmDialog
      open
      danger
      title="Delete this request?"
      confirmLabel="Delete"
      busy={busy}
      onCancel={onClose}
      onConfirm={onConfirm}
    >
      <p>
        This removes <strong>{kind.sender(request)}</strong>’s request. You can undo it straight after.
      </p>
    </ConfirmDialog>
  )
}
