import { Heart, MessageCircle } from 'lucide-react'

import { networks } from '#shared/networks.ts'
import type { Delivery } from '#shared/posts/posts.ts'
import { badgeOf } from '#site/dashboard/shared/post-dialogs/states.ts'
import { formatNumber } from '#site/lib/format.ts'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'

/** A chip for each state, with the marks of the networks whose delivery has it. */
export function Chips({ deliveries, approved }: { deliveries: readonly Delivery[]; approved: boolean }) {
  const byState = Map.groupBy(deliveries, delivery => badgeOf({ ...delivery, approved }).label)
  return (
    <ul className="flex flex-wrap gap-1">
      {[...byState].map(([label, group]) => (
        <Chip key={label} deliveries={group} approved={approved} />
      ))}
    </ul>
  )
}

const TONES = {
  neutral: 'text-soft',
  iris: 'text-base-content',
  good: 'text-success',
  warning: 'text-amber',
  bad: 'text-error',
  info: 'text-info',
} as const

function Chip({ deliveries, approved }: { deliveries: readonly Delivery[]; approved: boolean }) {
  const [first] = deliveries
  if (!first) return null
  const { label, tone, icon: Icon } = badgeOf({ ...first, approved })
  const names = deliveries.map(({ network }) => networks[network].name).join(', ')
  return (
    <li
      title={`${names}: ${label}`}
      className="flex h-6 items-center gap-1 rounded-full border border-base-300 bg-raised px-1.5"
    >
      {deliveries.map(({ _id, network }) => (
        <NetworkMark key={_id} network={network} decorative className="size-3.5" />
      ))}
      <Icon aria-hidden="true" className={`size-3.5 ${TONES[tone]}`} />
      <span className="sr-only">
        {names}: <span>{label}</span>
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
        <span translate="no">{formatNumber(likes)}</span>
        <span className="sr-only"> likes</span>
      </span>
      <span className="flex items-center gap-1">
        <MessageCircle aria-hidden="true" className="size-3.5" />
        <span translate="no">{formatNumber(comments)}</span>
        <span className="sr-only"> comments</span>
      </span>
    </span>
  )
}
