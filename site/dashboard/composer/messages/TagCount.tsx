import { MAX_HASHTAGS_INSTAGRAM, MAX_MENTIONS_INSTAGRAM, type NetworkId } from '#shared/networks.ts'
import { plural } from '#shared/plural.ts'
import { countTags } from '#shared/posts/captions.ts'

type TagCountProps = { text: string; networks: readonly NetworkId[] }

/** Counts hashtags and mentions, with Instagram's limits if Instagram is enabled. */
export function TagCount({ text, networks }: TagCountProps) {
  const { hashtags, mentions } = countTags(text)
  const isLimited = networks.includes('instagram')
  const counted = [
    countLabel(hashtags, 'hashtag', isLimited ? MAX_HASHTAGS_INSTAGRAM : undefined),
    countLabel(mentions, 'mention', isLimited ? MAX_MENTIONS_INSTAGRAM : undefined),
  ].filter(part => part !== '')
  if (counted.length === 0) return null
  return <p className="ms-auto text-xs text-soft tabular-nums">{counted.join(' · ')}</p>
}

function countLabel(count: number, noun: string, limit: number | undefined): string {
  if (count === 0) return ''
  if (limit !== undefined) return `${count}/${limit} ${noun}s`
  return plural(count, noun)
}
