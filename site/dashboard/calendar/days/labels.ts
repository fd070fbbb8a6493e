import { plural } from '#shared/plural.ts'
import { isSameMonth, type Period, type View } from './days.ts'

const LOCALE = 'en-AU'
const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(LOCALE, options)

const month = format({ month: 'long', year: 'numeric' })
const range = format({ day: 'numeric', month: 'long', year: 'numeric' })
const whole = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const short = format({ weekday: 'long', day: 'numeric', month: 'long' })
const weekday = format({ weekday: 'long' })
const monthName = format({ month: 'short' })

/** 'Monday 23 November 2026' */
export const wholeDay = (day: Date) => whole.format(day).replace(',', '')

/** 'Monday 23 November' */
export const shortDay = (day: Date) => short.format(day).replace(',', '')

/** 'Monday 23 November 2026, 3 posts, 1 needs attention' */
export function dayWithCount(day: Date, count: number, problems: number) {
  const posts = count === 0 ? '' : `, ${plural(count, 'post')}`
  return wholeDay(day) + posts + (problems > 0 ? `, ${needAttention(problems)}` : '')
}

export const nothingOn = (day: Date, today: Date) =>
  day < today ? 'There were no posts on this day.' : 'Nothing is planned for this day.'

/** Describes an empty period that is over, current or to come. */
export function nothingIn(view: View, span: [Date, Date], when: Period) {
  const isWeek = view === 'week'
  const title = titleOf(view, span)
  if (when === 'past') return `There were no posts ${isWeek ? 'on' : 'in'} ${title}.`
  const rest = isWeek ? 'the rest of this week' : `the rest of ${title}`
  return `Nothing is planned for ${when === 'current' ? rest : title}.`
}

/** '1 needs attention' */
export const needAttention = (problems: number) =>
  problems === 1 ? '1 needs attention' : `${problems} need attention`

export const weekdayName = (day: Date) => weekday.format(day)

/** '1 Dec' on the first day of a month, otherwise '2'. */
export const dayNumber = (day: Date) =>
  day.getDate() === 1 ? `1 ${monthName.format(day)}` : String(day.getDate())

/** 'November 2026', 'November – December 2026' or '23–29 November 2026' */
export const titleOf = (view: View, [from, to]: [Date, Date]): string =>
  (view === 'week' ? range : month).formatRange(from, to)

const shortMonth = format({ month: 'short', year: 'numeric' })
const shortRange = format({ day: 'numeric', month: 'short', year: 'numeric' })

/** 'November 2026', 'Nov – Dec 2026' or '23–29 Nov 2026' */
export function shortTitleOf(view: View, [from, to]: [Date, Date]): string {
  if (view === 'week') return shortRange.formatRange(from, to)
  return (isSameMonth(from, to) ? month : shortMonth).formatRange(from, to)
}
