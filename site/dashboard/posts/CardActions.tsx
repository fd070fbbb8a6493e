import { CalendarClock, Maximize2, PencilLine, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'

import type { DeliveryState, Post } from '#shared/posts.ts'
import { Button, ButtonLink } from '#site/ui/Button.tsx'
import { pathToPost } from '../post-dialogs/address.ts'
import { publishNow } from '../post-dialogs/change-posts.ts'
import { askToCancel, askToEdit, askToReschedule } from '../post-dialogs/dialogs.ts'

const ICON = 'size-3.5'
const CHANGEABLE: readonly DeliveryState[] = ['draft', 'scheduled', 'held', 'failed']

/** What can be done with the post as a whole. */
export function CardActions({ post, name }: { post: Post; name: string }) {
  const isScheduled = post.deliveries.some(({ state }) => state === 'scheduled')
  const canChange = post.deliveries.some(({ state }) => CHANGEABLE.includes(state))
  return (
    <footer className="col-span-2 -mx-2 -mb-2 flex flex-wrap gap-1 lg:col-start-2 lg:col-end-3">
      {canChange && (
        <Button
          small
          look="quiet"
          onClick={() => askToEdit(post)}
          icon={<PencilLine aria-hidden="true" className={ICON} />}
          aria-label={`Edit ${name}`}
        >
          Edit
        </Button>
      )}
      {isScheduled && <ScheduledActions post={post} name={name} />}
      <ButtonLink
        small
        look="quiet"
        href={pathToPost(post._id)}
        icon={<Maximize2 aria-hidden="true" className={ICON} />}
        aria-label={`Details of ${name}`}
        className="ms-auto"
      >
        Details
      </ButtonLink>
    </footer>
  )
}

function ScheduledActions({ post, name }: { post: Post; name: string }) {
  const [busy, setBusy] = useState(false)
  async function publish() {
    setBusy(true)
    await publishNow({ post }).catch(() => undefined)
    setBusy(false)
  }
  return (
    <>
      <Button
        small
        look="quiet"
        onClick={() => askToReschedule({ post })}
        icon={<CalendarClock aria-hidden="true" className={ICON} />}
        aria-label={`Reschedule ${name}`}
      >
        Reschedule
      </Button>
      <Button
        small
        look="quiet"
        busy={busy}
        onClick={publish}
        icon={<Send aria-hidden="true" className={ICON} />}
        aria-label={`Publish now: ${name}`}
      >
        Publish now
      </Button>
      <Button
        small
        look="quiet"
        onClick={() => askToCancel({ post })}
        icon={<Trash2 aria-hidden="true" className={ICON} />}
        aria-label={`Cancel ${name}`}
      >
        Cancel
      </Button>
    </>
  )
}
