import { MAX_HASHTAGS_INSTAGRAM, MAX_MENTIONS_INSTAGRAM, type NetworkId } from '#shared/networks.ts'
import { plural } from '#shared/plural.ts'
import { countTags } from '#shared/posts/captions.ts'

type TagCountProps = { text: string; networks: readonly NetworkId[] }

/** Counts hashtags and mentions, with Instagram's limits if Instagram is enabled. */
export function TagCount({ text, networks }: TagCountProps) {
  const { hashtags, mentions } = countTags(text)
  const isLimited = networks.includes('instagram')
  const counted = [
    { count: hashtags, sign: '#', noun: 'hashtag', limit: isLimited ? MAX_HASHTAGS_INSTAGRAM : undefined },
    { count: mentions, sign: '@', noun: 'mention', limit: isLimited ? MAX_MENTIONS_INSTAGRAM : undefined },
  ].filter(({ count }) => count > 0)
  if (counted.length === 0) return null
  return (
    <p className="ms-auto text-xs text-soft tabular-nums">
      <span className="max-sm:sr-only">{counted.map(inWords).join(' · ')}</span>
      <span aria-hidden="true" className="sm:hidden">
        {counted.map(inShort).join(' ')}
      </span>
    </p>
  )
}

type Count = { count: number; sign: string; noun: string; limit: number | undefined }

/** '3/30 hashtags' */
const inWords = ({ count, noun, limit }: Count) =>
  limit === undefined ? plural(count, noun) : `${count}/${limit} ${noun}s`

/** '#3/30', for phones */
const inShort = ({ count, sign, limit }: Count) => sign + (limit === undefined ? count : `${count}/${limit}`)
