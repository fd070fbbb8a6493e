import { MAX_HASHTAGS_INSTAGRAM, MAX_MENTIONS_INSTAGRAM, type NetworkId } from '#shared/networks.ts'
import { plural } from '#shared/plural.ts'
import { countTags } from '#shared/posts/captions.ts'

type TagCountProps = { text: string; networks: readonly NetworkId[] }

/** Share of a limit from which a phone shows the count, because it takes a line of its own there. */
const NEARLY = 0.8

/** Counts hashtags and mentions, with Instagram's limits if Instagram is enabled. */
export function TagCount({ text, networks }: TagCountProps) {
  const { hashtags, mentions } = countTags(text)
  const isLimited = networks.includes('instagram')
  const counts = [
    { count: hashtags, noun: 'hashtag', limit: isLimited ? MAX_HASHTAGS_INSTAGRAM : undefined },
    { count: mentions, noun: 'mention', limit: isLimited ? MAX_MENTIONS_INSTAGRAM : undefined },
  ].filter(({ count }) => count > 0)
  if (counts.length === 0) return null
  const isNearLimit = counts.some(({ count, limit }) => limit !== undefined && count >= limit * NEARLY)
  return (
    <p className={`ms-auto text-xs text-soft tabular-nums ${isNearLimit ? '' : 'max-sm:sr-only'}`}>
      {counts.map(describe).join(' · ')}
    </p>
  )
}

type Count = { count: number; noun: string; limit: number | undefined }

/** '3/30 hashtags' */
const describe = ({ count, noun, limit }: Count) =>
  limit === undefined ? plural(count, noun) : `${count}/${limit} ${noun}s`
