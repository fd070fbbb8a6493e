import { clockIn, instantIn } from '#site/lib/wall-clock.ts'

const DAYS_A_WEEK = 7
const MONDAY = 1
const pad = (part: number) => String(part).padStart(2, '0')

/** '2026-11-23', the key of a calendar day, which is a `Date` at the device's midnight. */
export const dayKey = (date: Date) =>
  `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`

export function readDay(key: string | undefined): Date | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(key ?? '') ?? []
  if (!year || !month || !day) return undefined
  const date = new Date(Number(year), Number(month) - 1, Number(day))
  return dayKey(date) === key ? date : undefined
}

/** Returns the day of an instant in a zone, as a `Date` at the device's midnight. */
export const dateIn = (zone: string, instant: Date): Date => readDay(clockIn(zone, instant).day) ?? instant

export const startOfDay = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate())

export const isSameDay = (a: Date, b: Date) => startOfDay(a).getTime() === startOfDay(b).getTime()

export const isSameMonth = (a: Date, b: Date) =>
  a.getMonth() === b.getMonth() && a.getFullYear() === b.getFullYear()

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

/** Times that can be chosen: after `min`, `step` minutes apart on the clock of `zone`. */
export type Choosable = { zone: string; min: Date; step: number }

/** Returns the times of a day that can be chosen, without those that a clock change skips. */
export function timesOf(day: Date, { zone, min, step }: Choosable): Date[] {
  const minutes = Array.from({ length: (24 * 60) / step }, (_, index) => index * step)
  return minutes
    .map(minute => instantIn(zone, { day: dayKey(day), minutes: minute }))
    .filter((time, index) => clockIn(zone, time).minutes === minutes[index] && time > min)
}

/** Returns the day at the same time, or at its next available time, or at its last. */
export function withTimeOf(day: Date, time: Date | null, choosable: Choosable): Date | undefined {
  const times = timesOf(day, choosable)
  const minutesOf = (instant: Date) => clockIn(choosable.zone, instant).minutes
  const wanted = minutesOf(time ?? choosable.min)
  return times.find(time => minutesOf(time) >= wanted) ?? times.at(-1)
}

/** Returns the day to which a key moves from another (ARIA date grid), if any. */
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

/** Returns the instant on another day at the same local time. */
export const onDay = (zone: string, day: Date, time: Date): Date =>
  instantIn(zone, { day: dayKey(day), minutes: clockIn(zone, time).minutes })

/** Returns the instant some days later at the same local time. */
export const daysLater = (zone: string, time: Date, days: number): Date =>
  onDay(zone, addDays(dateIn(zone, time), days), time)
