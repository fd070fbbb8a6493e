import { formatDate, formatWeekday } from '#site/lib/format.ts'

const DAY_MS = 24 * 60 * 60_000

/** 'Today', 'Yesterday', 'Friday 20 November' or, in another year, '20 Nov 2025'. */
export function dayOf(instant: string, now: Date): string {
  const day = formatDate(instant)
  if (day === formatDate(now.toISOString())) return 'Today'
  if (day === formatDate(new Date(+now - DAY_MS).toISOString())) return 'Yesterday'
  return new Date(instant).getFullYear() === now.getFullYear() ? formatWeekday(instant) : day
}
