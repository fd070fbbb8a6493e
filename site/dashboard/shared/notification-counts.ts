import { onMount } from 'nanostores'

import { api } from '#site/lib/api/api.ts'
import { $streamOpens, onLive } from '#site/lib/live/live.ts'
import { remote } from '#site/lib/remote.ts'

/** Notification counts by filter, updated by live events. */
export const $notificationCounts = remote(
  async () => (await (await api.notifications.counts.$get()).json()).data,
)

const { reload } = $notificationCounts

onMount($notificationCounts, () => {
  const endings = [
    onLive('notification', () => void reload()),
    onLive('notifications', () => void reload()),
    // Catches up on events missed while the stream was closed.
    $streamOpens.listen(() => void reload()),
  ]
  return () => {
    for (const end of endings) end()
  }
})
