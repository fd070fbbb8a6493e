/// <reference lib="esnext.temporal" />
import type { DateOrder } from '#shared/posts/imports.ts'

type Clock = { hour: number; minute: number }

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const ISO_DATE = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/
const NUMBERS = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/
/** 5 January 2030, 5-Jan-30 */
const DAY_FIRST = /^(\d{1,2})(?:st|nd|rd|th)?[-/. ]+([a-z]{3,9})\.?,?[-/. ]+(\d{4}|\d{2})$/i
/** January 5, 2030 */
const MONTH_FIRST = /^([a-z]{3,9})\.?[-/. ]+(\d{1,2})(?:st|nd|rd|th)?,?[-/. ]+(\d{4}|\d{2})$/i
const WEEKDAY = /^(mon|tues?|wed(nes)?|thu(rs)?|fri|sat(ur)?|sun)(day)?\.?,?\s+/i
const CLOCK = /^(\d{1,2})(?:[:.h](\d{2})(?::\d{2}(?:\.\d+)?)?)?\s*([ap])?\.?\s*(?:m\.?)?$/i
const ZONED = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?\s?(Z|[+-]\d\d:?\d\d)$/i

/** Longer cells aren't parsed, because the patterns take quadratic time. */
const MAX_CHARS = 100

export class TimeProblem extends Error {
  override name = 'TimeProblem'
  readonly cell: 'date' | 'time'

  constructor(cell: 'date' | 'time', message: string) {
    super(message)
    this.cell = cell
  }
}

/**
 * Parses a row's date and time, which may share a cell. They are in the business's zone unless they have an offset.
 * @returns Unix seconds
 * @throws {TimeProblem} with the cell, and a message about the expected format
 */
export function readTime(
  { date, time }: { date: string; time: string },
  { timeZone, dateOrder }: { timeZone: string; dateOrder: DateOrder },
): number {
  if (date === '') throw new TimeProblem('date', 'Add a date, for example 2030-01-25.')
  if (date.length > MAX_CHARS) throw unreadableDate(`${date.slice(0, MAX_CHARS)}…`)
  if (ZONED.test(date)) return Math.floor(Date.parse(date.replace(' ', 'T').replaceAll(' ', '')) / 1000)
  const [day, rest] = splitDate(date)
  const clockText = time || rest
  if (clockText === '') throw new TimeProblem('time', 'Add a time, for example 09:30.')
  const clock = clockText.length > MAX_CHARS ? undefined : readClock(clockText)
  if (!clock)
    throw new TimeProblem(
      time ? 'time' : 'date',
      `We can’t read the time “${clockText.slice(0, MAX_CHARS)}”. Write it like 09:30 or 9:30 am.`,
    )
  const plainDate = readDate(day, dateOrder)
  if (!plainDate) throw unreadableDate(day)
  return inZone(plainDate, clock, timeZone)
}

const unreadableDate = (text: string) =>
  new TimeProblem('date', `We can’t read the date “${text}”. Write it like 2030-01-25 or 25/01/2030.`)

/** Splits a time off the end of a date. */
function splitDate(text: string): [date: string, time: string] {
  const tidy = text.replace(WEEKDAY, '').replaceAll(/\s+/g, ' ').trim()
  const found =
    /^(.*?\d.*?)(?:T|,? (?:at )?)(\d{1,2}(?:[:.h]\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]\.?m\.?)?| ?[ap]\.?m\.?))$/i.exec(
      tidy,
    )
  return found?.[1] && found[2] ? [found[1], found[2]] : [tidy, '']
}

function readClock(text: string): Clock | undefined {
  const [, hours, minutes = '0', half] = CLOCK.exec(text.trim()) ?? []
  if (hours === undefined) return undefined
  const [hour, minute] = [Number(hours), Number(minutes)]
  if (minute > 59) return undefined
  if (half === undefined) return hour < 24 ? { hour, minute } : undefined
  if (hour < 1 || hour > 12) return undefined
  return { hour: (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0), minute }
}

function readDate(text: string, order: DateOrder): Temporal.PlainDate | undefined {
  const iso = ISO_DATE.exec(text)
  if (iso) return plainDate(iso[1], iso[2], iso[3])
  const numbers = NUMBERS.exec(text)
  if (numbers) {
    const [, first, second, year] = numbers
    return order === 'dmy' ? plainDate(year, second, first) : plainDate(year, first, second)
  }
  const dayFirst = DAY_FIRST.exec(text)
  if (dayFirst) return plainDate(dayFirst[3], monthOf(dayFirst[2]), dayFirst[1])
  const monthFirst = MONTH_FIRST.exec(text)
  return monthFirst ? plainDate(monthFirst[3], monthOf(monthFirst[1]), monthFirst[2]) : undefined
}

const monthOf = (name = '') => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1

function plainDate(year = '', month: string | number = '', day = ''): Temporal.PlainDate | undefined {
  try {
    return Temporal.PlainDate.from(
      {
        year: year.length === 2 ? 2000 + Number(year) : Number(year),
        month: Number(month),
        day: Number(day),
      },
      { overflow: 'reject' },
    )
  } catch {
    return undefined
  }
}

/** Uses the first occurrence of a time that occurs twice when the clocks go back. */
function inZone(date: Temporal.PlainDate, clock: Clock, timeZone: string): number {
  const wall = date.toPlainDateTime(Temporal.PlainTime.from(clock))
  const instant = wall.toZonedDateTime(timeZone, { disambiguation: 'compatible' })
  if (!instant.toPlainDateTime().equals(wall)) {
    const shown = wall.toPlainTime().toString({ smallestUnit: 'minute' })
    throw new TimeProblem(
      'time',
      `The clocks go forward that day, so ${shown} doesn’t exist. Choose a time an hour later.`,
    )
  }
  return Math.floor(instant.epochMilliseconds / 1000)
}

/** Returns the order of day and month that fits all dates, or day first if both fit. */
export function guessDateOrder(dates: readonly string[]): DateOrder {
  const numbers = dates.flatMap(text => {
    if (text.length > MAX_CHARS) return []
    const found = NUMBERS.exec(splitDate(text)[0])
    return found ? [[Number(found[1]), Number(found[2])] as const] : []
  })
  const isMonthFirst = numbers.some(([, second]) => second > 12) && numbers.every(([first]) => first <= 12)
  return isMonthFirst ? 'mdy' : 'dmy'
}

export const looksLikeTime = (text: string) => {
  try {
    readTime({ date: text, time: text.includes(':') ? '' : '12:00' }, { timeZone: 'UTC', dateOrder: 'dmy' })
    return true
  } catch {
    try {
      readTime({ date: text, time: text.includes(':') ? '' : '12:00' }, { timeZone: 'UTC', dateOrder: 'mdy' })
      return true
    } catch {
      return false
    }
  }
}
