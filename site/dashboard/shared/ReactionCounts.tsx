import { Heart, type LucideIcon, MessageCircle, Repeat2, ThumbsUp } from 'lucide-react'

import { formatNumber } from '#site/lib/format.ts'

type ReactionCountsProps = {
  /** `null` for what the network doesn’t count. */
  likes: number | null
  comments: number | null
  shares?: number
  /** True on a network whose likes are thumbs. */
  thumbs?: boolean
}

/** A post's likes, comments and shares, as an icon and a number each. */
export const ReactionCounts = ({ likes, comments, shares, thumbs }: ReactionCountsProps) => (
  <>
    {likes !== null && <Count icon={thumbs ? ThumbsUp : Heart} value={likes} one="like" />}
    {comments !== null && <Count icon={MessageCircle} value={comments} one="comment" />}
    {shares ? <Count icon={Repeat2} value={shares} one="share" /> : null}
  </>
)

const Count = ({ icon: Icon, value, one }: { icon: LucideIcon; value: number; one: string }) => (
  <span className="inline-flex items-center gap-1">
    <Icon className="size-3.5" />
    <span translate="no">{formatNumber(value)}</span>
    <span className="sr-only"> {value === 1 ? one : `${one}s`}</span>
  </span>
)
