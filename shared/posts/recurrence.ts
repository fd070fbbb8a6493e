import { DAY_MS } from '#shared/durations.ts'
import {
  englishDay,
  type Monthly,
  monthlyLabel,
  ordinal,
  type Recurring,
  weekdayName,
  weekdayOf,
} from './describe-extras.ts'
import { MONTH_WEEKS, type Recurrence } from './extras.ts'

/** Latest date of a monthly event. Later ones would skip shorter months. */
const LAST_DATE = 28
const WEEK_DAYS = 7
/** Starts from this year on are rejected, because a later occurrence's year could have five digits. */
const LATEST = '9999'

const dayOf = (time: string) => time.slice(0, 10)
const dateOf = (day: string) => Number(day.slice(8, 10))
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

const isLastOfMonth = (day: string) => dateOf(dayAfter(day, WEEK_DAYS)) <= WEEK_DAYS

/** Returns the ways in which an event that starts on a day can be monthly. */
export function monthlyChoices(start: string): Monthly['on'][] {
  const day = dayOf(start)
  const week = MONTH_WEEKS[Math.ceil(dateOf(day) / WEEK_DAYS) - 1]
  return [
    ...(dateOf(day) <= LAST_DATE ? (['date'] as const) : []),
    ...(week && week !== 'last' ? [week] : []),
    ...(isLastOfMonth(day) ? (['last'] as const) : []),
  ]
}

function occursOn(recurrence: Recurrence, start: string, day: string): boolean {
  if (recurrence.every === 'day') return true
  if (recurrence.every === 'week') return recurrence.weekdays.includes(weekdayOf(day))
  if (recurrence.on === 'date') return dateOf(day) === dateOf(start)
  return weekdayOf(day) === weekdayOf(start) && monthlyChoices(day).includes(recurrence.on)
}

/** Exceeds the number of days between two dates of a monthly event. */
const MAX_DAYS_BETWEEN = 62

const daysAfter = (day: string) =>
  Array.from({ length: MAX_DAYS_BETWEEN }, (_, index) => dayAfter(day, index + 1))

/** Returns the day of an event's second occurrence. */
const secondDay = (recurrence: Recurrence, start: string) =>
  daysAfter(dayOf(start)).find(day => occursOn(recurrence, start, day))

/** Returns the minimum number of days between two starts of an event. */
function minDaysBetween(recurrence: Recurrence): number {
  if (recurrence.every === 'day') return 1
  if (recurrence.every === 'month') return LAST_DATE
  const { weekdays } = recurrence
  return Math.min(
    ...weekdays.map((day, index) => (weekdays[index + 1] ?? (weekdays[0] ?? day) + WEEK_DAYS) - day),
  )
}

/** Returns why an event or offer can't repeat like this; undefined if it can, or if its dates are missing. */
export function recurrenceProblem(extras: Recurring | null): string | undefined {
  if (!extras?.recurrence || !extras.start || !extras.end) return undefined
  const { kind, start, end, recurrence } = extras
  if (start >= LATEST) return `The ${kind} starts too far in the future to repeat.`
  const misfit = startProblem(recurrence, { kind, start })
  if (misfit) return misfit
  if (Date.parse(`${end}Z`) - Date.parse(`${start}Z`) > minDaysBetween(recurrence) * DAY_MS)
    return `The ${kind} must end before it starts again. Choose an earlier end, or let it repeat less often.`
  const second = secondDay(recurrence, start)
  return recurrence.until && second && recurrence.until < second
    ? `The ${kind} wouldn’t repeat until then. Choose ${englishDay(second)} or a later day, or no last day.`
    : undefined
}

function startProblem(recurrence: Recurrence, { kind, start }: Pick<Recurring, 'kind' | 'start'>) {
  if (recurrence.every === 'week') {
    const { weekdays } = recurrence
    if (weekdays.length === 0) return `Please choose the weekdays on which the ${kind} repeats.`
    const name = weekdayName(weekdayOf(start))
    return weekdays.includes(weekdayOf(start))
      ? undefined
      : `The ${kind} starts on a ${name}. Choose ${name} too, or start it on another day.`
  }
  if (recurrence.every === 'day' || monthlyChoices(start).includes(recurrence.on)) return undefined
  const choices = monthlyChoices(start).map(on => monthlyLabel(on, start))
  if (recurrence.on === 'date')
    return `Not every month has a ${ordinal(dateOf(start))}. Let the ${kind} repeat ${choices.join(' or ')}, or start it on an earlier date.`
  return `The ${kind} doesn’t start ${monthlyLabel(recurrence.on, start)} of its month. Let it repeat ${choices.join(' or ')}, or start it on another day.`
}

/**
 * Returns a recurrence that fits another start: a single weekday and the week of the month become those of the start. Several
 * weekdays stay, because a date that is being typed passes through others.
 */
export function fitRecurrence(recurrence: Recurrence, start: string): Recurrence {
  if (!start || recurrence.every === 'day') return recurrence
  if (recurrence.every === 'week')
    return recurrence.weekdays.length > 1 ? recurrence : { ...recurrence, weekdays: [weekdayOf(start)] }
  const choices = monthlyChoices(start)
  const other = choices.find(on => recurrence.on === 'date' || on !== 'date')
  return choices.includes(recurrence.on) || !other ? recurrence : { ...recurrence, on: other }
}
