import type { PostingRate, PostingSlot } from '#shared/insights.ts'
import { plural } from '#shared/plural.ts'
import { formatDecimal, formatHour, WEEKDAYS } from './format.ts'

/** Returns 'Wednesdays at 3 pm'. `weekday` 0 is Sunday. */
export const formatSlot = ({ weekday, hour }: { weekday: number; hour: number }) =>
  `${WEEKDAYS.at(weekday - 1)}s at ${formatHour(hour)}`

/** General advice, in the specification's words, for businesses without enough figures of their own. */
export const RULE_OF_THUMB = { rate: '5 times a week', best: { weekday: 3, hour: 15 } } as const

/** Returns '3.5 times a week', 'once a week' or, for rarer posts, '2 times in 4 weeks'. */
export function formatRate({ perWeek, weeks }: Pick<PostingRate, 'perWeek' | 'weeks'>): string | undefined {
  if (perWeek === null) return undefined
  const total = weeks.reduce((sum, week) => sum + week, 0)
  if (perWeek < 1) return `${total === 1 ? 'Once' : `${total} times`} in ${weeks.length} weeks`
  return perWeek === 1 ? 'Once a week' : `${formatDecimal(perWeek)} times a week`
}

/** Minimum number of posts in a block whose best time is more than an early sign. */
export const SURE_POSTS = 10

/** Returns 'an early sign from 4 posts' or, with enough posts, 'from 12 posts'. */
export const basisOf = ({ posts }: Pick<PostingSlot, 'posts'>) =>
  `${posts < SURE_POSTS ? 'an early sign ' : ''}from ${plural(posts, 'post')}`
