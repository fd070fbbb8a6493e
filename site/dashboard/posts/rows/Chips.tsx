import { Heart, MessageCircle } from 'lucide-react'

import { networks } from '#shared/networks.ts'
import type { Delivery } from '#shared/posts/posts.ts'
import { badgeOf } from '#site/dashboard/shared/post-dialogs/states.ts'
import { formatNumber } from '#site/lib/format.ts'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'

/** A mark for each network, with the state as an icon. */
export const Chips = ({ deliveries, approved }: { deliveries: readonly Delivery[]; approved: boolean }) => (
  <ul className="flex flex-wrap gap-1">
    {deliveries.map(delivery => (
      <Chip key={delivery._id} delivery={delivery} approved={approved} />
    ))}
  </ul>
)

const TONES = {
  neutral: 'text-soft',
  iris: 'text-base-content',
  good: 'text-success',
  warning: 'text-amber',
  bad: 'text-error',
  info: 'text-info',
} as const

function Chip({ delivery, approved }: { delivery: Delivery; approved: boolean }) {
  const { label, tone, icon: Icon } = badgeOf({ ...delivery, approved })
  const { name } = networks[delivery.network]
  return (
    <li
      title={`${name}: ${label}`}
      className="flex h-6 items-center gap-1 rounded-full border border-base-300 bg-raised px-1.5"
    >
      <NetworkMark network={delivery.network} decorative className="size-3.5" />
      <Icon aria-hidden="true" className={`size-3.5 ${TONES[tone]}`} />
      <span className="sr-only">
        {name}: <span>{label}</span>
      </span>
    </li>
  )
}

/** Likes and comments of all networks together. */
export function Figures({ deliveries }: { deliveries: readonly Delivery[] }) {
  const known = deliveries.flatMap(({ figures }) => figures ?? [])
  if (known.length === 0) return null
  const likes = known.reduce((sum, figures) => sum + figures.likes, 0)
  const comments = known.reduce((sum, figures) => sum + figures.comments, 0)
  return (
    <span className="flex gap-3 text-xs text-soft tabular-nums">
      <span className="flex items-center gap-1">
        <Heart aria-hidden="true" className="size-3.5" />
        {formatNumber(likes)}
        <span className="sr-only"> likes</span>
      </span>
      <span className="flex items-center gap-1">
        <MessageCircle aria-hidden="true" className="size-3.5" />
        {formatNumber(comments)}
        <span className="sr-only"> comments</span>
      </span>
    </span>
  )
}
