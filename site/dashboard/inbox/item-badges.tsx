import { EyeOff, Heart, Hourglass, Star } from 'lucide-react'

import { moderatesComments, type InboxItem } from '#shared/inbox.ts'
import { Badge } from '#site/ui/Badge.tsx'

export function Visibility({ item }: { item: Pick<InboxItem, 'network' | 'hidden' | 'liked' | 'state'> }) {
  const { network, hidden, liked, state } = item
  if (state === 'removed') return null
  const waits = moderatesComments(network)
  return (
    <>
      {liked && <Badge icon={Heart}>Liked</Badge>}
      {hidden && waits && (
        <Badge tone="warning" icon={Hourglass}>
          Not approved
        </Badge>
      )}
      {hidden && !waits && <Badge icon={EyeOff}>Hidden</Badge>}
    </>
  )
}

const ALL = [1, 2, 3, 4, 5]

export const Stars = ({ count }: { count: number }) => (
  <span className="inline-flex items-center gap-px" title={`${count} of 5 stars`}>
    {ALL.map(each => (
      <Star
        key={each}
        aria-hidden="true"
        className={`size-3.5 ${each <= count ? 'fill-current text-amber' : 'text-base-content/35'}`}
      />
    ))}
    <span className="sr-only">{count} of 5 stars</span>
  </span>
)
