import { addDays, startOfDay } from '#api/insights/days.ts'
import { chosenPeriod } from '#api/insights/period.ts'
import { dayIn } from '#api/runtime/wall-clock.ts'
import { shiftMonth } from '#shared/reports/render/labels.ts'
import type { ReportWeek } from '#shared/reports/report.ts'

/** Returns the month of an instant in a time zone, such as `2026-11`. */
export const monthIn = (date: Date, timeZone: string): string => dayIn(timeZone, date).slice(0, 7)

/** Returns the first instant of a month and of the next one. */
export const boundsOf = (month: string, timeZone: string) => ({
  from: startOfDay(`${month}-01`, timeZone),
  to: startOfDay(`${shiftMonth(month, 1)}-01`, timeZone),
})

/** Returns the period of a month, which may not have ended. */
export const monthPeriod = (now: Date, month: string, timeZone: string) =>
  chosenPeriod(now, {
    from: `${month}-01`,
    to: addDays(`${shiftMonth(month, 1)}-01`, -1),
    timeZone,
  })

function daysOf(month: string): string[] {
  const days = Temporal.PlainYearMonth.from(month)
  return Array.from({ length: days.daysInMonth }, (_, index) =>
    days.toPlainDate({ day: index + 1 }).toString(),
  )
}

/** Returns the ISO weekday of a day. Monday is 1. */
const weekdayOf = (day: string) => Temporal.PlainDate.from(day).dayOfWeek

type PlanInput = {
  month: string
  /** Days on which a post is scheduled, one entry per post. */
  postDays: readonly string[]
  /** Number of weekly times by ISO weekday; empty for businesses without weekly times. */
  slots: ReadonlyMap<number, number>
}

/** Counts the posts and the weekly times of a month by calendar week. */
export function weeksOf({ month, postDays, slots }: PlanInput): ReportWeek[] {
  const weeks: string[][] = []
  for (const day of daysOf(month)) {
    const current = weekdayOf(day) === 1 ? undefined : weeks.at(-1)
    if (current) current.push(day)
    else weeks.push([day])
  }
  return weeks.map(days => ({
    from: days[0] ?? '',
    to: days.at(-1) ?? '',
    posts: postDays.filter(day => days.includes(day)).length,
    slots: slots.size > 0 ? days.reduce((sum, day) => sum + (slots.get(weekdayOf(day)) ?? 0), 0) : null,
  }))
}
