import { networkNames } from '#shared/format-list.ts'
import { type NetworkId, networks } from '#shared/networks.ts'
import type { PostExtras } from './extras.ts'

type WithExtras = { extras?: Pick<PostExtras, 'kind'> | null | undefined }

/** Returns true for a story: one picture or video, without text, first comment or links, which vanishes after a day. */
export const isStory = ({ extras }: WithExtras) => extras?.kind === 'story'

/** Name of a story without a text in lists. */
export const STORY_NAME = 'Story'

/** Returns “Story”, “Story on Instagram” if the post is a story on some networks only, or '' if on none. */
export function storyLine(on: readonly (WithExtras & { network: NetworkId })[]): string {
  const stories = on.filter(isStory).map(({ network }) => network)
  if (stories.length === 0) return ''
  return stories.length === on.length ? STORY_NAME : `${STORY_NAME} on ${networkNames(stories)}`
}

/** Returns a message about the first comment of a story, which can't have one. */
export const storyCommentProblem = (
  network: NetworkId,
  one: WithExtras & { firstComment?: string | undefined },
) =>
  isStory(one) && one.firstComment?.trim()
    ? `A story on ${networks[network].shortName} takes no comments. Please leave its first comment empty.`
    : undefined
