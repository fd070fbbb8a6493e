import { useStore } from '@nanostores/react'
import { useState } from 'react'

import { networks } from '#shared/networks.ts'
import type { Delivery } from '#shared/posts/posts.ts'
import { $zoneOf, formatDueIn } from '#site/dashboard/shared/zone.ts'
import { ConfirmDialog } from '#site/ui/dialogs/ConfirmDialog.tsx'
import { publishNow } from './change-posts.ts'
import { closeDialog } from './dialogs.ts'
import { excerptOf } from './messages.ts'
import { namesOf, scheduledOf, type Target } from './targets.ts'

/** Asks before a scheduled post goes out at once, which can't be undone. */
export function PublishDialog({ target }: { target: Target }) {
  const [busy, setBusy] = useState(false)
  const zone = useStore($zoneOf)(target.post.domainId)
  const going = scheduledOf(target)
  const [first] = going
  if (!first) return null

  async function publish() {
    setBusy(true)
    await publishNow(target).then(closeDialog, () => setBusy(false))
  }

  return (
    <ConfirmDialog
      open
      title="Publish now?"
      confirmLabel="Publish now"
      cancelLabel="Keep as it is"
      busy={busy}
      onCancel={closeDialog}
      onConfirm={publish}
    >
      <div className="grid gap-3">
        <p dir="auto" className="border-s-2 border-base-300 ps-3 text-sm text-soft wrap-anywhere">
          {excerptOf(first.message)}
        </p>
        <p>
          {`It goes out on ${namesOf(going)} at once${accountOf(first)}, instead of ${formatDueIn(zone, first.publishAt)}. You can’t undo this.`}
        </p>
      </div>
    </ConfirmDialog>
  )
}

const accountOf = ({ network, account }: Delivery) =>
  account && account.name !== networks[network].name ? `, for ${account.name}` : ''
