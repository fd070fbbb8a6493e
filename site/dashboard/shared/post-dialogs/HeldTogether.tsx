import { useStore } from '@nanostores/react'
import { CalendarClock, Send, Trash2 } from 'lucide-react'

import { type Delivery, HELD_UNAPPROVED, type Post } from '#shared/posts/posts.ts'
import { $mayChange, $may } from '#site/dashboard/shared/permissions.tsx'
import { BusyButton, Button } from '#site/ui/Button.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { discardPost, retryPost } from './change-posts.ts'
import { DeliveryTime, StateBadge } from './DeliveryRow.tsx'
import { askToReschedule, networkNames } from './dialogs.ts'

const ICON = 'size-3.5 shrink-0'

type HeldTogetherProps = { post: Post; held: readonly Delivery[]; reason: string }

/** One reason that holds a post on several networks, with the actions for all of them. */
export function HeldTogether({ post, held, reason }: HeldTogetherProps) {
  const mayPublish = useStore($may)(post.domainId, 'publish')
  const mayChange = useStore($mayChange)(post)
  const names = networkNames({ post })
  const [first] = held
  if (!first) return null
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="flex items-center gap-2">
          {held.map(({ _id, network }) => (
            <NetworkMark key={_id} network={network} decorative />
          ))}
          <span className="font-semibold">{names}</span>
        </span>
        <StateBadge post={post} delivery={first} />
        <DeliveryTime post={post} delivery={first} />
      </div>
      <p className="text-sm">{reason}</p>
      {mayChange && (
        <div className="-ms-2 flex flex-wrap gap-1 max-sm:*:px-2">
          {mayPublish && !HELD_UNAPPROVED.includes(first.reasonCode) && (
            <BusyButton
              small
              variant="quiet"
              onClick={() => retryPost(post._id)}
              icon={<Send className={ICON} />}
              aria-label={`Publish now on ${names}`}
            >
              Publish now
            </BusyButton>
          )}
          <Button
            small
            variant="quiet"
            onClick={() => askToReschedule({ post })}
            icon={<CalendarClock className={ICON} />}
            aria-label={`Reschedule for ${names}`}
          >
            Reschedule
          </Button>
          {mayPublish && (
            <BusyButton
              small
              variant="quiet"
              onClick={() => discardPost({ post }).catch(() => undefined)}
              icon={<Trash2 className={ICON} />}
              aria-label={`Discard for ${names}`}
            >
              Discard
            </BusyButton>
          )}
        </div>
      )}
    </div>
  )
}
