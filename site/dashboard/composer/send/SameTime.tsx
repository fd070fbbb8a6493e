import { useStore } from '@nanostores/react'
import { computed, onMount } from 'nanostores'

import { CALENDAR_MESSAGES, PLANNED_STATES } from '#shared/calendar/calendar.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { $draft, $enabled } from '#site/dashboard/composer/draft/draft.ts'
import { $editing } from '#site/dashboard/composer/edit/editing.ts'
import { remoteOfSelection } from '#site/dashboard/shared/domains/store.ts'
import { api, dataOf } from '#site/lib/api/api.ts'

const $chosenMinute = computed([$draft], ({ isScheduled, publishAt }) =>
  isScheduled && publishAt ? Math.floor(+publishAt / MINUTE_MS) * MINUTE_MS : null,
)

const $inThatMinute = remoteOfSelection(async domainId => {
  const minute = $chosenMinute.get()
  if (!domainId || minute === null) return []
  const [from, to] = [new Date(minute).toISOString(), new Date(minute + MINUTE_MS).toISOString()]
  return dataOf(api.posts.calendar.$get({ query: { domainId, from, to } }))
})
onMount($inThatMinute, () => $chosenMinute.listen($inThatMinute.resetAndRefetch))

/** True if another post goes out on one of the chosen networks in the chosen minute. */
export const $sharesTime = computed([$inThatMinute, $enabled, $editing], (posts, enabled, editing) =>
  posts.data?.some(
    ({ postId, network, state }) =>
      postId !== editing?.postId && enabled.includes(network) && PLANNED_STATES.includes(state),
  ),
)

export function SameTime() {
  return (
    useStore($sharesTime) && (
      <p role="status" className="text-xs text-soft">
        {CALENDAR_MESSAGES.sameMinute}
      </p>
    )
  )
}
