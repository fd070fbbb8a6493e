import { useStore } from '@nanostores/react'
import { useState } from 'react'

import { type DeliveryState, POST_MESSAGES } from '#shared/posts/posts.ts'
import { TimeChoice } from '#site/dashboard/shared/quick-times/QuickTimes.tsx'
import { $zoneOf } from '#site/dashboard/shared/zone.ts'
import { ApiError } from '#site/lib/api/error.ts'
import { ActionModal } from '#site/ui/dialogs/ActionModal.tsx'
import { reschedulePost } from './change-posts.ts'
import { closeDialog, networkNames, reached, type Target } from './dialogs.ts'

export function RescheduleDialog({ target }: { target: Target }) {
  const [at, setAt] = useState(() => futureOf(reached(target)[0]?.publishAt))
  const zone = useStore($zoneOf)(target.post.domainId)
  const [error, setError] = useState<string>()

  function choose(time: Date) {
    setError(undefined)
    setAt(time)
  }

  async function save() {
    if (!at) return setError(POST_MESSAGES.noTime)
    try {
      await reschedulePost(target, at, { before: previousTime(target) })
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
        <TimeChoice zone={zone} domainId={target.post.domainId} value={at} onChange={choose} error={error} />
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

const UNDOABLE: readonly DeliveryState[] = ['scheduled', 'in_review']

/** Returns the time to which a move can be undone, if all moved deliveries had the same one. */
function previousTime(target: Target): Date | undefined {
  const moved = reached(target)
  const times = new Set(moved.map(({ publishAt }) => publishAt))
  const canUndo = times.size === 1 && moved.every(({ state }) => UNDOABLE.includes(state))
  return (canUndo && futureOf(moved[0]?.publishAt)) || undefined
}

const futureOf = (instant: string | undefined) =>
  instant && new Date(instant) > new Date() ? new Date(instant) : null
