const DAYS_A_WEEK = 7
const MONDAY = 1

export const startOfDay = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate())

export const isSameDay = (a: Date, b: Date) => startOfDay(a).getTime() === startOfDay(b).getTime()

export const addDays = (date: Date, days: number) =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() + days)

/** Returns the same day of another month, or that month's last day if it is shorter. */
export function addMonths(date: Date, months: number): Date {
  const lastDay = new Date(date.getFullYear(), date.getMonth() + months + 1, 0).getDate()
  return new Date(date.getFullYear(), date.getMonth() + months, Math.min(date.getDate(), lastDay))
}

const daysSinceMonday = (date: Date) => (date.getDay() - MONDAY + DAYS_A_WEEK) % DAYS_A_WEEK

/** Returns the month's weeks from Monday, filled up with days of the adjacent months. */
export function weeksOf(month: Date): Date[][] {
  const first = new Date(month.getFullYear(), month.getMonth(), 1)
  const start = addDays(first, -daysSinceMonday(first))
  const daysInMonth = addDays(addMonths(first, 1), -1).getDate()
  const weeks = Math.ceil((daysSinceMonday(first) + daysInMonth) / DAYS_A_WEEK)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: DAYS_A_WEEK }, (_, day) => addDays(start, week * DAYS_A_WEEK + day)),
  )
}

/** Returns the times of a day after `min`, `step` minutes apart, without those that a clock change skips. */
export function timesOf(day: Date, min: Date, step: number): Date[] {
  const minutes = Array.from({ length: (24 * 60) / step }, (_, index) => index * step)
  return minutes
    .map(minute => new Date(day.getFullYear(), day.getMonth(), day.getDate(), 0, minute))
    .filter((time, index) => time.getMinutes() + time.getHours() * 60 === minutes[index] && time > min)
}

/** Returns the day at the same time, or at its next available time, or at its last. */
export function withTimeOf(day: Date, time: Date | null, min: Date, step: number): Date | undefined {
  const times = timesOf(day, min, step)
  const wanted = time ?? min
  const minutes = wanted.getHours() * 60 + wanted.getMinutes()
  return times.find(each => each.getHours() * 60 + each.getMinutes() >= minutes) ?? times.at(-1)
}

/** Returns the day that a key leads to from another (ARIA date grid), if any. */
export function dayByKey(date: Date, key: string, shift: boolean): Date | undefined {
  const moves: Record<string, () => Date> = {
    ArrowLeft: () => addDays(date, -1),
    ArrowRight: () => addDays(date, 1),
    ArrowUp: () => addDays(date, -DAYS_A_WEEK),
    ArrowDown: () => addDays(date, DAYS_A_WEEK),
    Home: () => addDays(date, -daysSinceMonday(date)),
    End: () => addDays(date, DAYS_A_WEEK - 1 - daysSinceMonday(date)),
    PageUp: () => addMonths(date, shift ? -12 : -1),
    PageDown: () => addMonths(date, shift ? 12 : 1),
  }
  return moves[key]?.()
}
