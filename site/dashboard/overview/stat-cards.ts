import type { Figure, FigureName } from '#shared/insights.ts'
import { formatDay, formatSigned } from '#site/lib/format.ts'

export const STAT_CARDS: readonly { name: FigureName; label: string; hint: string }[] = [
  { name: 'posts', label: 'Total Posts', hint: 'On your accounts' },
  { name: 'followers', label: 'Followers', hint: 'Of your accounts' },
  { name: 'comments', label: 'Comments', hint: 'On your posts' },
  { name: 'engagement', label: 'Engagement', hint: 'In the last 30 days' },
]

export type Change = { direction: 'up' | 'down' | 'same'; text: string }

const LATEST_START_MS = 29 * 24 * 60 * 60_000

/** Describes the change of a figure in 30 days, such as '+12 in 30 days', or since the first day with figures. */
export function changeOf({ change, since }: Figure, now = new Date()): Change | undefined {
  if (change === null || since === null) return undefined
  const isWhole = now.getTime() - Date.parse(since) >= LATEST_START_MS
  const when = isWhole ? 'in 30 days' : `since ${formatDay(since)}`
  if (change === 0) return { direction: 'same', text: `No change ${when}` }
  return { direction: change > 0 ? 'up' : 'down', text: `${formatSigned(change)} ${when}` }
}
