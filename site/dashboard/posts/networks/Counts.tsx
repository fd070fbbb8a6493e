import { Heart, type LucideIcon, MessageCircle, ThumbsUp } from 'lucide-react'

import type { ProviderPost } from '#shared/posts/provider-posts.ts'
import { formatNumber } from '#site/lib/format.ts'

/** Likes and comments of a post, if its network reports them. */
export const Counts = ({ post: { network, likes, comments } }: { post: ProviderPost }) => (
  <span className="flex items-center gap-3 tabular-nums">
    {likes !== null && (
      <Count icon={network === 'instagram' ? Heart : ThumbsUp} value={likes} one="like" many="likes" />
    )}
    {comments !== null && <Count icon={MessageCircle} value={comments} one="comment" many="comments" />}
  </span>
)

type CountProps = { icon: LucideIcon; value: number; one: string; many: string }

const Count = ({ icon: Icon, value, one, many }: CountProps) => (
  <span className="inline-flex items-center gap-1">
    <Icon aria-hidden="true" className="size-3.5" />
    <span translate="no">{formatNumber(value)}</span>
    <span className="sr-only"> {value === 1 ? one : many}</span>
  </span>
)
