import { useStore } from '@nanostores/react'

import type { NotificationFilter } from '#shared/notifications/notifications.ts'
import { $notificationCounts } from '#site/dashboard/shared/notification-counts.ts'
import { ScreenHeading } from '#site/dashboard/shared/ScreenHeading.tsx'
import { formatNumber } from '#site/lib/format.ts'
import { Tabs } from '#site/ui/Tabs.tsx'
import { AllActions } from './AllActions.tsx'
import { NotificationList } from './NotificationList.tsx'
import { $announcement } from './store.ts'
import { $filter, openFilter } from './url.ts'

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
