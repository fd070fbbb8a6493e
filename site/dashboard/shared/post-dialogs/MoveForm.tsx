import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'

import { POST_MESSAGES } from '#shared/posts/posts.ts'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { PublishTimeField, QuickTimes } from '#site/dashboard/shared/quick-times/QuickTimes.tsx'
import { $freeTimes } from '#site/dashboard/shared/quick-times/times.ts'
import { $zoneOf } from '#site/dashboard/shared/zone.ts'
import { ApiError } from '#site/lib/api/error.ts'
import { Button, useSubmit } from '#site/ui/Button.tsx'
import { movedOf, reschedulePost } from './change-posts.ts'
import { endMoving, networkNames, affectedDeliveries, type Target } from './dialogs.ts'
import { saveTexts } from './save-texts.ts'

/** Changes the time of a post, at the top of its panel. Quick times exist only for the selected business. */
export function MoveForm({ target }: { target: Target }) {
  const [at, setAt] = useState(() => futureOf(affectedDeliveries(target)[0]?.publishAt))
  const { domainId } = target.post
  const zone = useStore($zoneOf)(domainId)
  const isSelected = useStore($selectedDomain)?._id === domainId
  const [error, setError] = useState<string>()
  const [busy, form] = useSubmit(save)

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
      await saveTexts(target.post._id)
      if (await reschedulePost(movedOf(target), at)) endMoving()
    } catch (error) {
      if (error instanceof ApiError) setError(error.fields.scheduledTime)
    }
  }

  return (
    <div className="pb-6">
      <form
        {...form}
        ref={focusFirst}
        aria-label="Reschedule"
        className="grid grid-cols-1 gap-4 rounded-box border border-base-content p-4"
      >
        <p className="text-sm">
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
        <div className="flex flex-wrap justify-end gap-2">
          <Button disabled={busy} onClick={endMoving}>
            Keep as it is
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            Reschedule
          </Button>
        </div>
      </form>
    </div>
  )
}

const focusFirst = (form: HTMLFormElement | null) => form?.querySelector('button')?.focus()

/** Names the account if it isn't the one that the post was written for. */
function elsewhere(target: Target) {
  const [delivery] = target.deliveryId ? affectedDeliveries(target) : []
  return delivery?.writtenFor !== undefined && delivery.account
    ? ` It goes out on ${delivery.account.name}.`
    : ''
}

const futureOf = (instant: string | undefined) =>
  instant && new Date(instant) > new Date() ? new Date(instant) : null
