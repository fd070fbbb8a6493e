import type { View } from './days.ts'

const LOCALE = 'en-AU'
const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(LOCALE, options)

const month = format({ month: 'long', year: 'numeric' })
const range = format({ day: 'numeric', month: 'long', year: 'numeric' })
const whole = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const short = format({ weekday: 'long', day: 'numeric', month: 'long' })
const weekday = format({ weekday: 'long' })

/** 'Monday 23 November 2026' */
export const wholeDay = (day: Date) => whole.format(day).replace(',', '')

/** 'Monday 23 November' */
export const shortDay = (day: Date) => short.format(day).replace(',', '')

/** 'Monday 23 November 2026, 3 posts' */
export const dayWithCount = (day: Date, count: number) =>
  wholeDay(day) + (count === 0 ? '' : count === 1 ? ', 1 post' : `, ${count} posts`)

export const weekdayName = (day: Date) => weekday.format(day)

/** 'November 2026', or '23–29 November 2026' */
export const titleOf = (view: View, { from, to }: { from: Date; to: Date }, on: Date): string =>
  view === 'week' ? range.formatRange(from, new Date(+to - 1)) : month.format(on)
