import { wallClock } from '#api/runtime/wall-clock.ts'
import { type DateOrder, IMPORT_MESSAGES } from '#shared/posts/imports.ts'
import { withAsciiDigits } from '#shared/text/characters.ts'
import {
  type Clock,
  parseClock,
  daysInMonth,
  toExistingDate,
  isMidnight,
  MAX_CHARS,
  normaliseMoment,
  readDate,
  readTimeCell,
  splitMoment,
  findWeekdays,
  parseDay,
  parseHour,
} from './moments.ts'

type TimePart = 'date' | 'time' | 'minute' | 'halfDay'
/** The cells of a row's time. `minute` and `halfDay` (AM or PM) are absent unless the file has separate columns for them. */
type Cells = { date: string; time: string; minute?: string; halfDay?: string }

export class TimeProblem extends Error {
  override name = 'TimeProblem'
  readonly cell: TimePart
  /** The day, if only the time is missing. */
  readonly day: Temporal.PlainDate | undefined

  constructor(cell: TimePart, message: string, day?: Temporal.PlainDate) {
    super(message)
    this.cell = cell
    this.day = day
  }
}

type Rules = {
  timeZone: string
  dateOrder: DateOrder
  /** True if the file has a column of times. Then midnight in the date's cell is ignored, because programs add it to a date. */
  hasTimes?: boolean
  /** The present, from which a date without a year is the next such day. If absent, such a date is rejected. */
  now?: Date
}
type ReadTime = {
  /** Unix time in seconds. */
  seconds: number
  /** True if the clocks show this time twice that day, and the cells don't say which is meant. */
  isRepeated: boolean
  /** The reason for a person to look at the date. */
  doubt?: string
}

/**
 * Parses a row's date and time, which may share a cell. They are in the business's zone unless they have an offset.
 * @throws {TimeProblem} with the cell, and a message about the expected format
 */
export function readTime(cells: Cells, { timeZone, dateOrder, hasTimes, now }: Rules): ReadTime {
  if (cells.date === '') throw new TimeProblem('date', 'Add a date, for example 2030-01-25.')
  if (cells.date.length > MAX_CHARS) throw unreadableDate(`${cells.date.slice(0, MAX_CHARS)}…`)
  if (cells.time.length > MAX_CHARS) throw unreadableTime('time', cells.time)
  const { date, time } = joinTimeParts(cells)
  const moment = splitMoment(date, timeZone)
  const isWithoutTime = moment.clock === '' || (hasTimes && isMidnight(moment))
  const weekdays = findWeekdays(date)
  const written = readDate(moment.day, dateOrder)
  const plainDate = written ?? (now && resolveYear(moment.day, { timeZone, dateOrder, now, weekdays }))
  if (time === '' && isWithoutTime) throw new TimeProblem('time', 'Add a time, for example 09:30.', plainDate)
  const clock = time === '' ? parseClock(moment) : readTimeCell(time, timeZone)
  if (!clock) throw time === '' ? unreadableTime('date', moment.clock) : unreadableTime('time', time)
  if (!plainDate) throw missingDayProblem(moment.day, dateOrder) ?? unreadableDate(moment.day)
  const fits = weekdays.length === 0 || weekdays.includes(plainDate.dayOfWeek)
  const doubt = fits
    ? !written && weekdays.length === 0 && IMPORT_MESSAGES.noYear
    : IMPORT_MESSAGES.otherWeekday
  return { ...toReadTime(plainDate, clock, timeZone), ...(doubt && { doubt }) }
}

/** Number of days for which a past day without a year isn't taken for next year's. */
const RECENT_DAYS = 60
/** Leap years are up to eight years apart. */
const MAX_YEARS = 8

type Yearless = Required<Omit<Rules, 'hasTimes'>> & { weekdays: readonly number[] }

/**
 * Returns the next day that a date without a year names. Returns a recent one if only that falls on the written weekday, and
 * undefined for a text that isn't such a date.
 */
function resolveYear(text: string, { timeZone, dateOrder, now, weekdays }: Yearless) {
  const { year, month, day } = parseDay(text, dateOrder) ?? {}
  if (year !== undefined || month === undefined || day === undefined) return undefined
  const today = wallClock(timeZone, now).toPlainDate()
  const days = Array.from(
    { length: MAX_YEARS + 2 },
    (_, at) => toExistingDate(today.year - 1 + at, month, day) ?? [],
  ).flat()
  const next = days.find(day => Temporal.PlainDate.compare(day, today) >= 0)
  const recent = days.find(each => {
    const ago = each.until(today).days
    return ago > 0 && ago <= RECENT_DAYS && weekdays.includes(each.dayOfWeek)
  })
  return next && recent && !weekdays.includes(next.dayOfWeek) ? recent : next
}

const MONTH_NAME = new Intl.DateTimeFormat('en-AU', { month: 'long', timeZone: 'UTC' })
const LEAP_YEAR = 2028

/** Returns the problem of a date that the calendar lacks, such as 31 November; undefined for any other text. */
function missingDayProblem(text: string, dateOrder: DateOrder): TimeProblem | undefined {
  const { year, month, day } = parseDay(text, dateOrder) ?? {}
  if (month === undefined || day === undefined) return undefined
  const days = daysInMonth(year ?? LEAP_YEAR, month)
  if (day <= days) return undefined
  const name = [MONTH_NAME.format(Date.UTC(LEAP_YEAR, month - 1)), year].filter(Boolean).join(' ')
  return new TimeProblem('date', `“${text}” doesn’t exist: ${name} has ${days} days.`)
}

const unreadableDate = (text: string) =>
  new TimeProblem('date', `We can’t read the date “${text}”. Write it like 2030-01-25 or 25/01/2030.`)

const unreadableTime = (cell: 'date' | 'time', text: string) =>
  new TimeProblem(
    cell,
    `We can’t read the time “${text.slice(0, MAX_CHARS)}”. Write it like 09:30 or 9:30 am.`,
  )

/** Returns `a` for AM and `p` for PM. */
export function parseHalfDay(text: string): 'a' | 'p' | undefined {
  if (/^(午前|上午|오전)$/.test(text)) return 'a'
  if (/^(午後|下午|오후)$/.test(text)) return 'p'
  const [, half] = /^([ap])\.?\s?m\.?$/i.exec(text.trim()) ?? []
  return half === undefined ? undefined : half.toLowerCase() === 'p' ? 'p' : 'a'
}

/**
 * Adds the cells of minutes and of AM or PM to the time, or to the date that contains it.
 * @throws {TimeProblem} if a part is missing or contradicts the time
 */
function joinTimeParts({ date, time, minute = '', halfDay }: Cells): { date: string; time: string } {
  const withMinutes = joinMinutes(normaliseMoment(time), withAsciiDigits(minute))
  const clock = withMinutes === '' ? splitMoment(date).clock : withMinutes
  const suffix = halfDay === undefined ? '' : halfDaySuffix(clock, halfDay)
  return withMinutes === '' ? { date: date + suffix, time: '' } : { date, time: withMinutes + suffix }
}

/** Returns the half of the day that a time lacks, as it is written behind it. */
function halfDaySuffix(clock: string, halfDay: string): string {
  const half = parseHalfDay(halfDay)
  if (halfDay !== '' && !half)
    throw new TimeProblem('halfDay', `We can’t read “${halfDay.slice(0, 40)}”. Write AM or PM.`)
  const hour = parseHour(clock)
  if (hour === undefined) return ''
  const own = /([ap])\.?\s?m\.?$/i.exec(clock)?.[1]?.toLowerCase()
  const isOpen = own === undefined && hour >= 1 && hour <= 12
  if (!half && isOpen) throw new TimeProblem('halfDay', 'Write AM or PM.')
  if (half && !isOpen && half !== (own ?? (hour > 12 ? 'p' : 'a')))
    throw contradiction('halfDay', halfDay, clock)
  return half && isOpen ? ` ${half}m` : ''
}

const contradiction = (cell: TimePart, text: string, time: string) =>
  new TimeProblem(cell, `“${text.slice(0, 40)}” doesn’t fit the time ${time}. Correct one of them.`)

/** Adds minutes to a time that is an hour, such as 9, 9:00 or 9 am. */
function joinMinutes(time: string, minute: string): string {
  if (minute === '' || time === '') return time
  if (!/^[0-5]?\d$/.test(minute))
    throw new TimeProblem('minute', `We can’t read the minute “${minute.slice(0, 40)}”. Write 0 to 59.`)
  const [, hour, own = '00', half = ''] =
    /^(\d{1,2})(?:[:.](\d\d)(?::00)?)?\s?([ap]\.?m\.?|h|uhr)?$/i.exec(time) ?? []
  if (hour === undefined || (own !== '00' && Number(own) !== Number(minute)))
    throw contradiction('minute', minute, time)
  return `${hour}:${minute.padStart(2, '0')}${/^[ap]/i.test(half) ? ` ${half}` : ''}`
}

/**
 * Converts a local time to an instant, by its offset or else in the zone. A time that occurs twice when the clocks go back is
 * the first one.
 * @throws {TimeProblem} if the clocks skip the time
 */
function toReadTime(date: Temporal.PlainDate, { offset, ...clock }: Clock, timeZone: string): ReadTime {
  const wall = date.toPlainDateTime(Temporal.PlainTime.from(clock))
  if (offset !== undefined)
    return {
      seconds: Math.floor(wall.toZonedDateTime('UTC').epochMilliseconds / 1000) - offset * 60,
      isRepeated: false,
    }
  const instant = wall.toZonedDateTime(timeZone, { disambiguation: 'compatible' })
  if (!instant.toPlainDateTime().equals(wall)) {
    const shown = wall.toPlainTime().toString({ smallestUnit: 'minute' })
    throw new TimeProblem(
      'time',
      `The clocks go forward that day, so ${shown} doesn’t exist. Choose a time an hour later.`,
    )
  }
  const later = wall.toZonedDateTime(timeZone, { disambiguation: 'later' })
  return {
    seconds: Math.floor(instant.epochMilliseconds / 1000),
    isRepeated: !later.equals(instant),
  }
}
