import type { LocalPost, LocalPostEvent, RecurrenceInfo } from '../world/entities/google.ts'
import type { World } from '../world/world.ts'
import { BusinessError, invalidPost, unknownName } from './business/error.ts'

/** Time zone of all locations and their schedules. */
const ZONE = 'Australia/Sydney'
const DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY']
const OCCURRENCES = ['FIRST', 'SECOND', 'THIRD', 'FOURTH', 'LAST']
const PATTERNS = ['dailyPattern', 'weeklyPattern', 'monthlyPattern'] as const
const MONTHLY = ['dayOfMonth', 'dayOfWeekOccurrence'] as const
const AT = 'event.recurrence_info'
const MAX_DAYS = 1000

/** Validates a recurrence by the reference of v4. The event must end before it starts again. */
export function validateRecurrence(given: unknown, event: LocalPostEvent): RecurrenceInfo {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw unknownName('recurrenceInfo', " at 'local_post.event': Proto field is not of that kind.")
  const info = given as RecurrenceInfo
  checkNames(info, ['seriesEndTime', ...PATTERNS], AT)
  checkOne(info, PATTERNS, 'occurrence_pattern')
  const { weeklyPattern, monthlyPattern, seriesEndTime } = info
  checkNames(info.dailyPattern ?? {}, [], `${AT}.daily_pattern`)
  if (weeklyPattern) {
    checkNames(weeklyPattern, ['daysOfWeek'], `${AT}.weekly_pattern`)
    for (const day of weeklyPattern.daysOfWeek ?? [])
      checkValue(DAYS.includes(day), `${AT}.weekly_pattern.days_of_week`, day)
  }
  if (monthlyPattern) {
    checkNames(monthlyPattern, [...MONTHLY], `${AT}.monthly_pattern`)
    checkOne(monthlyPattern, MONTHLY, 'monthly_option')
    const { dayOfMonth = 1, dayOfWeekOccurrence = 'FIRST' } = monthlyPattern
    const isDay = Number.isInteger(dayOfMonth) && dayOfMonth >= 1 && dayOfMonth <= 31
    checkValue(isDay, `${AT}.monthly_pattern.day_of_month`, String(dayOfMonth))
    checkValue(
      OCCURRENCES.includes(dayOfWeekOccurrence),
      `${AT}.monthly_pattern.day_of_week_occurrence`,
      dayOfWeekOccurrence,
    )
  }
  const start = wallTime(event, 'start')
  if (seriesEndTime !== undefined) {
    const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(seriesEndTime)
    if (!isTime)
      throw new BusinessError(
        400,
        `Invalid value at 'local_post.event.recurrence_info.series_end_time' (type.googleapis.com/google.protobuf.Timestamp), "${seriesEndTime}"`,
      )
    checkValue(Date.parse(seriesEndTime) > instantOf(start), `${AT}.series_end_time`, seriesEndTime)
  }
  const second = daysAfter(start).find(day => isOn(info, start, day))
  const endsFirst = second && Temporal.PlainDateTime.compare(wallTime(event, 'end'), second) <= 0
  if (!endsFirst) throw invalidPost(3, AT, 'The event must end before its next occurrence.')
  return info
}

/** Requires exactly one member of a union. The error for several is that of Google's JSON parser. */
function checkOne(value: object, names: readonly string[], union: string): void {
  const [first, second] = names.filter(name => name in value)
  if (second)
    throw new BusinessError(
      400,
      `Invalid value at 'local_post.${AT}' (oneof), oneof field '${union}' is already set. Cannot set '${second}'`,
    )
  if (!first) throw invalidPost(3, `${AT}.${union}`, 'A pattern is required.')
}

function checkNames(value: object, known: readonly string[], at: string): void {
  const unknown = Object.keys(value).find(name => !known.includes(name))
  if (unknown) throw unknownName(unknown, ` at 'local_post.${at}': Cannot find field.`)
}

function checkValue(isValid: boolean, field: string, value: string): void {
  if (!isValid) throw invalidPost(3, field, 'The value is invalid.', value)
}

function wallTime({ schedule }: LocalPostEvent, which: 'start' | 'end'): Temporal.PlainDateTime {
  const { year = 0, month = 0, day = 0 } = schedule[`${which}Date`] ?? {}
  const { hours = 0, minutes = 0 } = schedule[`${which}Time`] ?? {}
  return new Temporal.PlainDateTime(year, month, day, hours, minutes)
}

const instantOf = (time: Temporal.PlainDateTime) => time.toZonedDateTime(ZONE).epochMilliseconds

const daysAfter = (start: Temporal.PlainDateTime) =>
  Array.from({ length: MAX_DAYS }, (_, index) => start.add({ days: index + 1 }))

function isOn(
  { weeklyPattern, monthlyPattern }: RecurrenceInfo,
  start: Temporal.PlainDateTime,
  day: Temporal.PlainDateTime,
): boolean {
  if (weeklyPattern) {
    const days = weeklyPattern.daysOfWeek ?? []
    return days.length > 0 ? days.includes(DAYS[day.dayOfWeek - 1] ?? '') : day.dayOfWeek === start.dayOfWeek
  }
  if (!monthlyPattern) return true
  const { dayOfMonth, dayOfWeekOccurrence } = monthlyPattern
  if (dayOfMonth !== undefined) return day.day === dayOfMonth
  if (day.dayOfWeek !== start.dayOfWeek) return false
  return dayOfWeekOccurrence === 'LAST'
    ? day.day + 7 > day.daysInMonth
    : OCCURRENCES[Math.ceil(day.day / 7) - 1] === dayOfWeekOccurrence
}

/**
 * Returns the repetitions of a post that have begun, newest first, as separate posts. The reference doesn't say whether Google lists
 * them beside the post, so the sandbox assumes the harder case, that it does. Each begins when the previous one ends.
 */
export function repetitionsOf(world: World, post: LocalPost): LocalPost[] {
  const { event } = post
  if (!event?.recurrenceInfo) return []
  const { recurrenceInfo: info } = event
  const [start, end] = [wallTime(event, 'start'), wallTime(event, 'end')]
  const lasts = start.until(end, { largestUnit: 'day' })
  const seriesEnd = Date.parse(info.seriesEndTime ?? '') || Infinity
  const found: LocalPost[] = []
  let begins = instantOf(end)
  for (const day of daysAfter(start)) {
    if (begins > world.now().getTime()) break
    if (!isOn(info, start, day)) continue
    if (instantOf(day) > seriesEnd) break
    const at = new Date(begins)
    const schedule = { ...partsOf('start', day), ...partsOf('end', day.add(lasts)) }
    const number = String(found.length + 1).padStart(3, '0')
    found.push({
      ...post,
      id: `${post.id}${number}`,
      createdAt: at,
      updatedAt: at,
      event: { ...event, schedule, recurringInstanceTime: at.toISOString() },
    })
    begins = instantOf(day.add(lasts))
  }
  return found.toReversed()
}

const partsOf = (
  which: 'start' | 'end',
  { year, month, day, hour, minute }: Temporal.PlainDateTime,
): LocalPostEvent['schedule'] => ({
  [`${which}Date`]: { year, month, day },
  [`${which}Time`]: { hours: hour, minutes: minute },
})
