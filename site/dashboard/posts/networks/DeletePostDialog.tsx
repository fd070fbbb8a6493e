import { useStore } from '@nanostores/react'
import { useState } from 'react'

import { PROVIDER_POST_MESSAGES, type ProviderPost } from '#shared/posts/provider-posts.ts'
import { withReason } from '#site/lib/api/error.ts'
import { ConfirmDialog } from '#site/ui/dialogs/ConfirmDialog.tsx'
import { FormMessage } from '#site/ui/fields/FormMessage.tsx'
import { $opened, close, deletePost } from './feed/change-feed.ts'

export function DeletePostDialog() {
  const opened = useStore($opened)
  return opened.open === 'delete' ? <Asking post={opened.post} /> : null
}

function Asking({ post }: { post: ProviderPost }) {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState('')

  async function confirm() {
    setBusy(true)
    setFailed('')
    try {
      await deletePost(post)
      close()
    } catch (error) {
      setBusy(false)
      setFailed(withReason(PROVIDER_POST_MESSAGES.deleteFailed, error))
    }
  }

  return (
    <ConfirmDialog
      open
      danger
      title="Delete this post?"
      confirmLabel="Delete"
      busy={busy}
      onCancel={close}
      onConfirm={confirm}
    >
      <div className="grid gap-3">
        <p>{PROVIDER_POST_MESSAGES.confirmDelete}</p>
        <FormMessage message={failed} />
      </div>
    </ConfirmDialog>
  )
}
