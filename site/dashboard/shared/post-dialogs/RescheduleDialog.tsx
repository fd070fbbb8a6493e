import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'

import { POST_MESSAGES } from '#shared/posts/posts.ts'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { PublishTimeField, QuickTimes } from '#site/dashboard/shared/quick-times/QuickTimes.tsx'
import { $freeTimes } from '#site/dashboard/shared/quick-times/times.ts'
import { $zoneOf } from '#site/dashboard/shared/zone.ts'
import { ApiError } from '#site/lib/api/error.ts'
import { ActionModal } from '#site/ui/dialogs/ActionModal.tsx'
import { movedOf, reschedulePost } from './change-posts.ts'
import { closeDialog, networkNames, reached, type Target } from './dialogs.ts'

/** Gives a post another time. The quick times are those of the selected business. */
export function RescheduleDialog({ target }: { target: Target }) {
  const [at, setAt] = useState(() => futureOf(reached(target)[0]?.publishAt))
  const { domainId } = target.post
  const zone = useStore($zoneOf)(domainId)
  const isSelected = useStore($selectedDomain)?._id === domainId
  const [error, setError] = useState<string>()

  useEffect(() => {
    if (isSelected) void $freeTimes.reload()
  }, [isSelected])

  function choose(time: Date) {
    setError(undefined)
    setAt(time)
  }

  async function save() {
    if (!at) return setError(POST_MESSAGES.noTime)
    try {
      await reschedulePost(movedOf(target), at)
      closeDialog()
    } catch (error) {
      if (error instanceof ApiError) setError(error.fields.scheduledTime)
    }
  }

  return (
    <ActionModal
      title="Reschedule"
      cancelLabel="Keep as it is"
      label="Reschedule"
      onClose={closeDialog}
      onAction={save}
    >
      <div className="grid gap-4">
        <p className="text-sm text-soft">
          Choose another time for {networkNames(target)}.{elsewhere(target)}
        </p>
        {isSelected && (
          <div role="group" aria-label="Quick times" className="flex flex-wrap gap-1.5">
            <QuickTimes
              detailed
              zone={zone}
              isChosen={(_way, time) => +time === +(at ?? 0)}
              onChoose={(_way, time) => choose(time)}
            />
          </div>
        )}
        <PublishTimeField zone={zone} domainId={domainId} value={at} onChange={choose} error={error} />
      </div>
    </ActionModal>
  )
}

/** Names the account if it is another one, because the button doesn't. */
function elsewhere(target: Target) {
  const [delivery] = target.deliveryId ? reached(target) : []
  return delivery?.writtenFor !== undefined && delivery.account
    ? ` It goes out on ${delivery.account.name}.`
    : ''
}

const futureOf = (instant: string | undefined) =>
  instant && new Date(instant) > new Date() ? new Date(instant) : null
