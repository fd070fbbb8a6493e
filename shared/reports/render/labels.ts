import { dateFormats, zoneName } from '#shared/date-formats.ts'
import type { DayRange } from '#shared/insights.ts'
import type { ReportContent } from '#shared/reports/report.ts'

const format = (options: Intl.DateTimeFormatOptions, timeZone = 'UTC') =>
  new Intl.DateTimeFormat('en-AU', { ...options, timeZone })

const firstOf = (month: string) => new Date(`${month}-01T00:00:00Z`)

/** Returns 'October 2026'. */
export const monthLabel = (month: string) => format({ month: 'long', year: 'numeric' }).format(firstOf(month))

/** Returns 'October'. */
export const monthName = (month: string) => format({ month: 'long' }).format(firstOf(month))

/** Returns 'Oct'. */
export const shortMonth = (month: string) => format({ month: 'short' }).format(firstOf(month))

/** Returns a neighbouring month, such as `2026-09`. */
export function shiftMonth(month: string, by: number): string {
  const date = firstOf(month)
  date.setUTCMonth(date.getUTCMonth() + by)
  return date.toISOString().slice(0, 7)
}

/** Returns '2026-10-03'. */
export const dayOf = (instant: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(instant))

/** Returns '3 Oct' for a day such as `2026-10-03`. */
export const dayLabel = (day: string) =>
  format({ day: 'numeric', month: 'short' }).format(new Date(`${day}T00:00:00Z`))

/** Returns '1–28 Oct' or '31 Aug – 30 Sep'. */
export const rangeLabel = ({ from, to }: DayRange) =>
  from.slice(0, 7) === to.slice(0, 7)
    ? `${from === to ? '' : `${Number(from.slice(-2))}–`}${dayLabel(to)}`
    : `${dayLabel(from)} – ${dayLabel(to)}`

/** Returns the previous period, with which a report compares its figures. In older reports, it is the whole month before. */
export const beforeLabel = ({ compared, month }: Pick<ReportContent, 'compared' | 'month'>) =>
  compared ? rangeLabel(compared.before) : monthName(shiftMonth(month, -1))

export const {
  /** 'Sat 3 Oct, 8:36 pm' */
  dayTime: timeLabel,
  /** 'Sat 3 Oct' */
  shortDay: weekdayLabel,
  /** '1 Nov 2026, 8:36 pm' */
  dateTime: momentLabel,
  /** '8:36 pm' */
  time: clockLabel,
} = dateFormats('en')

/** Returns 'Wednesday around 3 pm'. */
export const slotLabel = (instant: string, timeZone: string) =>
  `${format({ weekday: 'long' }, timeZone).format(new Date(instant))} around ${dateFormats('en').hour(instant, timeZone)}`

/** Created on first use, because a browser's first number format loads locale data, which the review page doesn't need. */
let number: Intl.NumberFormat | undefined
export const numberLabel = (value: number) => (number ??= new Intl.NumberFormat('en-AU')).format(value)

let signed: Intl.NumberFormat | undefined
export const signedLabel = (value: number) => {
  signed ??= new Intl.NumberFormat('en-AU', { signDisplay: 'exceptZero' })
  return signed.format(value).replace('-', '−')
}

/** Returns '+3 vs September' or 'the same as in September'. */
export const comparison = (now: number, before: number, period: string) =>
  now === before ? `the same as in ${period}` : `${signedLabel(now - before)} vs ${period}`

/** Returns 'Tue 24 Nov, 10:27 pm AEDT', for readers who may be in another zone. */
export const zonedLabel = (instant: string, timeZone: string) =>
  `${timeLabel(instant, timeZone)} ${zoneName(instant, timeZone)}`
