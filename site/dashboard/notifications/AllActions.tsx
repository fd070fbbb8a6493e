import { useStore } from '@nanostores/react'
import { CheckCheck, Trash2 } from 'lucide-react'
import { useState } from 'react'

import type { NotificationFilter } from '#shared/notifications/notifications.ts'
import { $notificationCounts } from '#site/dashboard/shared/notification-counts.ts'
import { formatNumber } from '#site/lib/format.ts'
import { Button } from '#site/ui/Button.tsx'
import { ConfirmDialog } from '#site/ui/dialogs/ConfirmDialog.tsx'
import { deleteAll, markAllRead } from './changes.ts'
import { $list } from './store.ts'

const WHICH: Record<NotificationFilter, string> = {
  all: '',
  unread: 'unread ',
  trouble: 'trouble ',
  general: 'general ',
  social: 'social activity ',
  system: 'system alert ',
}

const NONE = { all: 0, unread: 0, trouble: 0, general: 0, social: 0, system: 0 }

/** Actions for all notifications of the filter. */
export function AllActions({ filter }: { filter: NotificationFilter }) {
  const [asking, setAsking] = useState(false)
  const list = useStore($list)
  const known = useStore($notificationCounts)
  const counts = known.state === 'ready' ? known.data : NONE
  const count = counts[filter]
  if (list.state !== 'ready' || count === 0) return null

  const onConfirm = () => {
    setAsking(false)
    void deleteAll(filter)
  }
  return (
    <div className="flex flex-wrap gap-3">
      <Button
        disabled={counts.unread === 0}
        onClick={() => void markAllRead()}
        icon={<CheckCheck aria-hidden="true" className="size-4" />}
      >
        Mark all as read
      </Button>
      <Button onClick={() => setAsking(true)} icon={<Trash2 aria-hidden="true" className="size-4" />}>
        Delete all
      </Button>
      <ConfirmDialog
        open={asking}
        danger
        title={
          count === 1
            ? `Delete this ${WHICH[filter]}notification?`
            : `Delete ${formatNumber(count)} ${WHICH[filter]}notifications?`
        }
        confirmLabel="Delete all"
        onCancel={() => setAsking(false)}
        onConfirm={onConfirm}
      >
        <p>Your posts and accounts stay as they are. You can undo this straight after.</p>
      </ConfirmDialog>
    </div>
  )
}
