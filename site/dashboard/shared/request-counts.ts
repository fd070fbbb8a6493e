import { onMount } from 'nanostores'

import { api } from '#site/lib/api/api.ts'
import { $streamOpens, onLive } from '#site/lib/live/live.ts'
import { remote } from '#site/lib/remote.ts'

/** Numbers of requests that nobody has answered, updated by live events. For administrators. */
export const $unansweredCounts = remote(
  async () => (await (await api.admin.requests.unanswered.$get()).json()).data,
)

const { reload } = $unansweredCounts

onMount($unansweredCounts, () => {
  const endings = [
    onLive('requests', () => void reload()),
    // Catches up on events missed while the stream was closed.
    $streamOpens.listen(() => void reload()),
  ]
  return () => {
    for (const end of endings) end()
  }
})
