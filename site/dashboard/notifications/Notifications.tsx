import { useStore } from '@nanostores/react'
import { CheckCheck, Trash2 } from 'lucide-react'
import { useState } from 'react'

import type { NotificationFilter } from '#shared/notifications/notifications.ts'
import { $notificationCounts } from '#site/dashboard/shared/counts.ts'
import { ScreenHeading } from '#site/dashboard/shared/ScreenHeading.tsx'
import { formatNumber } from '#site/lib/format.ts'
import { Button } from '#site/ui/Button.tsx'
import { ConfirmDialog } from '#site/ui/dialogs/ConfirmDialog.tsx'
import { Tabs } from '#site/ui/Tabs.tsx'
import { NotificationList } from './NotificationList.tsx'
import { $announcement, $filter, openFilter, deleteAll, markAllRead, $list } from './store.ts'

/** Notifications about posts and accounts, newest first. */
export function Notifications() {
  const filter = useStore($filter)
  const counts = useStore($notificationCounts)
  const withCount = (label: string, name: NotificationFilter) =>
    counts.state === 'ready' ? `${label} (${formatNumber(counts.data[name])})` : label
  const tabs = [
    { key: 'all', label: withCount('All', 'all') },
    { key: 'unread', label: withCount('Unread', 'unread') },
    { key: 'trouble', label: withCount('Problems', 'trouble') },
    { key: 'general', label: 'General' },
    { key: 'social', label: 'Social Activity' },
    { key: 'system', label: 'System Alerts' },
  ] as const
  return (
    <>
      <ScreenHeading title="Notifications" action={<AllActions filter={filter} />}>
        How your posts went, and which accounts need attention.
      </ScreenHeading>
      <Tabs label="Kinds of notification" tabs={tabs} selected={filter} onSelect={openFilter}>
        <NotificationList key={filter} filter={filter} />
      </Tabs>
      <p role="status" className="sr-only">
        {useStore($announcement)}
      </p>
    </>
  )
}

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
function AllActions({ filter }: { filter: NotificationFilter }) {
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
      <Button disabled={counts.unread === 0} onClick={() => void markAllRead()} icon={<CheckCheck />}>
        Mark all as read
      </Button>
      <Button onClick={() => setAsking(true)} icon={<Trash2 />}>
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
