import type { DayRange } from '#shared/insights.ts'
import type { ReportContent } from '#shared/reports/report.ts'

const format = (options: Intl.DateTimeFormatOptions, timeZone = 'UTC') =>
  new Intl.DateTimeFormat('en-AU', { ...options, timeZone })

const firstOf = (month: string) => new Date(`${month}-01T00:00:00Z`)

/** 'October 2026' */
export const monthLabel = (month: string) => format({ month: 'long', year: 'numeric' }).format(firstOf(month))

/** 'October' */
export const monthName = (month: string) => format({ month: 'long' }).format(firstOf(month))

/** Returns a neighbouring month, such as `2026-09`. */
export function shiftMonth(month: string, by: number): string {
  const date = firstOf(month)
  date.setUTCMonth(date.getUTCMonth() + by)
  return date.toISOString().slice(0, 7)
}

/** '2026-10-03' */
export const dayOf = (instant: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(instant))

/** '3 Oct', from a day like `2026-10-03`. */
export const dayLabel = (day: string) =>
  format({ day: 'numeric', month: 'short' }).format(new Date(`${day}T00:00:00Z`))

/** '1–28 Oct' or '31 Aug – 30 Sep' */
export const rangeLabel = ({ from, to }: DayRange) =>
  from.slice(0, 7) === to.slice(0, 7)
    ? `${from === to ? '' : `${Number(from.slice(-2))}–`}${dayLabel(to)}`
    : `${dayLabel(from)} – ${dayLabel(to)}`

/** Names the days with which a report compares; older reports compare with the month before. */
export const beforeLabel = ({ compared, month }: Pick<ReportContent, 'compared' | 'month'>) =>
  compared ? rangeLabel(compared.before) : monthName(shiftMonth(month, -1))

/** 'Sat 3 Oct, 8:36 pm' */
export const timeLabel = (instant: string, timeZone: string) =>
  `${weekdayLabel(instant, timeZone)}, ${clockLabel(instant, timeZone)}`

/** 'Sat 3 Oct' */
export const weekdayLabel = (instant: string, timeZone: string) =>
  format({ weekday: 'short', day: 'numeric', month: 'short' }, timeZone)
    .format(new Date(instant))
    .replace(',', '')

/** '1 Nov 2026, 8:36 pm' */
export const momentLabel = (instant: string, timeZone: string) => {
  const date = new Date(instant)
  return `${format({ day: 'numeric', month: 'short', year: 'numeric' }, timeZone).format(date)}, ${clockLabel(instant, timeZone)}`
}

/** 'Wednesday around 3 pm' */
export function slotLabel(instant: string, timeZone: string): string {
  const date = new Date(instant)
  const hour = format({ hour: 'numeric' }, timeZone)
    .format(date)
    .replaceAll(/\u202f/g, ' ')
  return `${format({ weekday: 'long' }, timeZone).format(date)} around ${hour}`
}

/** '8:36 pm' */
export const clockLabel = (instant: string, timeZone: string) =>
  format({ hour: 'numeric', minute: '2-digit' }, timeZone)
    .format(new Date(instant))
    .replaceAll(/\u202f/g, ' ')

/** Created on first use, because a browser's first number format loads locale data, and the review page formats no numbers. */
let number: Intl.NumberFormat | undefined
export const numberLabel = (value: number) => (number ??= new Intl.NumberFormat('en-AU')).format(value)

let signed: Intl.NumberFormat | undefined
export const signedLabel = (value: number) => {
  signed ??= new Intl.NumberFormat('en-AU', { signDisplay: 'exceptZero' })
  return signed.format(value).replace('-', '−')
}

/** '+3 on September', 'the same as in September' */
export const comparison = (now: number, before: number, period: string) =>
  now === before ? `the same as in ${period}` : `${signedLabel(now - before)} on ${period}`

/** 'Tue, 24 Nov, 10:27 pm AEDT', for readers who may be in another zone. */
export const zonedLabel = (instant: string, timeZone: string) =>
  format(
    {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
    },
    timeZone,
  ).format(new Date(instant))
