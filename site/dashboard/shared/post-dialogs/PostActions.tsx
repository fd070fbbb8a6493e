import { useStore } from '@nanostores/react'
import { CalendarClock, CalendarX2, CopyPlus, PencilLine, Send } from 'lucide-react'

import { type DeliveryState, type Post, REVIEW_STATES } from '#shared/posts/posts.ts'
import { $mayChange } from '#site/dashboard/shared/permissions/may-change.ts'
import { $may } from '#site/dashboard/shared/permissions/permissions.ts'
import { Button, ButtonLink } from '#site/ui/Button.tsx'
import { cancelPost } from './change-posts.ts'
import { askToPublish, askToReschedule } from './dialogs.ts'
import { openEditor } from './open-editor.ts'

const ICON = 'size-3.5'
const PLANNED: readonly DeliveryState[] = ['scheduled', ...REVIEW_STATES]

/** Actions for the whole post. Once it is published, only reuse remains. */
export function PostActions({ post, name }: { post: Post; name: string }) {
  const may = useStore($may)
  const mayChange = useStore($mayChange)(post)
  const isPlanned = mayChange && post.deliveries.some(({ state }) => PLANNED.includes(state))
  return (
    <>
      {mayChange && (
        <Button
          small
          variant="quiet"
          onClick={() => openEditor(post._id)}
          icon={<PencilLine aria-hidden="true" className={ICON} />}
          aria-label={`Edit ${name}`}
        >
          Edit
        </Button>
      )}
      {isPlanned && <ScheduledActions post={post} name={name} />}
      {may(post.domainId, 'write') && (
        <ButtonLink
          small
          variant="quiet"
          href={`/dashboard/create-post?from=${post._id}`}
          icon={<CopyPlus aria-hidden="true" className={ICON} />}
          aria-label={`Use again: ${name}`}
        >
          Use again
        </ButtonLink>
      )}
    </>
  )
}

function ScheduledActions({ post, name }: { post: Post; name: string }) {
  const canPublish = post.deliveries.some(({ state }) => state === 'scheduled')
  return (
    <>
      <Button
        small
        variant="quiet"
        onClick={() => askToReschedule({ post })}
        icon={<CalendarClock aria-hidden="true" className={ICON} />}
        aria-label={`Reschedule ${name}`}
      >
        Reschedule
      </Button>
      {canPublish && (
        <Button
          small
          variant="quiet"
          onClick={() => askToPublish({ post })}
          icon={<Send aria-hidden="true" className={ICON} />}
          aria-label={`Publish now: ${name}`}
        >
          Publish now
        </Button>
      )}
      <Button
        small
        variant="quiet"
        onClick={() => cancelPost({ post }).catch(() => undefined)}
        icon={<CalendarX2 aria-hidden="true" className={ICON} />}
        aria-label={`Cancel ${name}`}
      >
        Cancel
      </Button>
    </>
  )
}
