import { useStore } from '@nanostores/react'

import { networks } from '#shared/networks.ts'
import type { Delivery, Post } from '#shared/posts/posts.ts'
import { $zoneOf } from '#site/dashboard/shared/zone.ts'
import { formatExact, formatRelative } from '#site/lib/format.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { ClampedText } from '#site/ui/ClampedText.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { Time } from '#site/ui/Time.tsx'
import { DeliveryActions } from './DeliveryActions.tsx'
import { dueAt } from './messages.ts'
import { $now } from './now.ts'
import { ScheduledMenu } from './ScheduledMenu.tsx'
import { isApproved, badgeOf } from './states.ts'

type DeliveryRowProps = { post: Post; delivery: Delivery }

/** State of the post on one network, with the reason and the possible actions. */
export const DeliveryRow = ({ post, delivery }: DeliveryRowProps) => (
  <div className="grid grid-cols-1 gap-1.5">
    <div className="flex items-center gap-x-3">
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="flex min-w-0 items-center gap-2">
          <NetworkMark network={delivery.network} />
          <span className="truncate font-semibold">
            {delivery.writtenFor || delivery.account?.name || networks[delivery.network].name}
          </span>
        </span>
        <StateBadge post={post} delivery={delivery} />
        <DeliveryTime post={post} delivery={delivery} />
      </div>
      {delivery.state === 'scheduled' && post.deliveries.length > 1 && (
        <ScheduledMenu post={post} delivery={delivery} />
      )}
    </div>
    {delivery.removedAt && (
      <p className="text-sm">
        It was published, and deleted on {networks[delivery.network].name} {formatExact(delivery.removedAt)}.
      </p>
    )}
    {delivery.reason && <p className="text-sm">{delivery.reason}</p>}
    {delivery.firstComment && <FirstCommentLine {...delivery.firstComment} />}
    <DeliveryActions post={post} delivery={delivery} />
  </div>
)

const COMMENT_LABELS = {
  waiting: 'A first comment follows',
  adding: 'The first comment is being added',
  unconfirmed: 'The first comment is being checked',
  added: 'With its first comment',
  failed: 'Published; the first comment could not be added',
} as const

const FirstCommentLine = ({ message, state, reason }: NonNullable<Delivery['firstComment']>) => (
  <div className="grid grid-cols-1 gap-0.5 text-sm text-soft">
    <ClampedText lines="two" more="Show all">
      {COMMENT_LABELS[state]}: “{message}”
    </ClampedText>
    {reason && <p className="text-base-content">{reason}</p>}
  </div>
)

export function StateBadge({ post, delivery }: { post: Post; delivery: Delivery }) {
  const { label, tone, icon: Icon } = badgeOf({ ...delivery, approved: isApproved(post) })
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" className="size-3.5" />}>
      {label}
    </Badge>
  )
}

/** Returns the time of publishing, of the next attempt or check, or the due time. */
function timeOf({ state, publishAt, publishedAt, nextAttemptAt, reason }: Delivery) {
  if (state === 'published') return { label: '', instant: publishedAt ?? publishAt }
  if (state === 'unconfirmed' && nextAttemptAt) return { label: 'We’ll check again ', instant: nextAttemptAt }
  if (state === 'scheduled' && nextAttemptAt && reason)
    return { label: 'We’ll try again ', instant: nextAttemptAt }
  if (state === 'held' || state === 'failed')
    return { label: new Date(publishAt) < new Date() ? 'Was due ' : 'Due ', instant: publishAt }
  return { label: '', instant: publishAt }
}

/** Renders nothing for a delivery due at the post's own time, which is shown above. */
export function DeliveryTime({ post, delivery }: { post: Post; delivery: Delivery }) {
  const now = useStore($now)
  const zone = useStore($zoneOf)(post.domainId)
  const { label, instant } = timeOf(delivery)
  if (!label && instant === dueAt(post)) return null
  const exact = formatExact(instant, zone)
  return (
    <span className="text-xs text-soft">
      {label}
      <Time instant={instant} relative={formatRelative(instant, now, zone)} exact={exact} />
      <span aria-hidden="true" className="max-sm:hidden">
        {' · '}
        {exact}
      </span>
    </span>
  )
}
