/// <reference lib="esnext.temporal" />
import type { DateOrder } from '#shared/posts/imports.ts'
import { withPlainDashes } from '#shared/text/characters.ts'

/** 2030-01-25, 2030/1/25, 2030. 1. 25. */
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\.?$/
/** 25/01/2030, 1-25-30, 5. 12. 2030; the order of day and month is open. */
const NUMERIC = /^(\d{1,2})([-/. ])\s?(\d{1,2})[-/. ]\s?(\d{4}|\d{2})$/
/** 5 January 2030, 5-Jan-30, 5. Januar 2030, 5 de enero de 2030 */
const DAY_FIRST =
  /^(\d{1,2})(?:st|nd|rd|th|er|º|\.)?[-/. ]*(?:de |of )?(\p{L}{3,12})\.?,?[-/. ]+(?:de |del )?(\d{4}|\d{2})$/iu
/** January 5, 2030 */
const MONTH_FIRST = /^(\p{L}{3,12})\.?[-/. ]+(\d{1,2})(?:st|nd|rd|th)?,?[-/. ]+(\d{4}|\d{2})$/iu
const CLOCK =
  /^(\d{1,2})(?:(?:[:.]|\s?h\s?)(\d{2})(?::(\d{2})(?:[.,]\d+)?)?)?\s*(?:([ap])\.?\s*(?:m\.?)?|uhr|h|hrs|heures?|horas?)?$/i
/** A fraction of a day, as a spreadsheet stores a time. */
const DAY_FRACTION = /^0?[.,]\d{3,}$/
/** A date from 1982 to 2118 as a spreadsheet stores it, in days from 1900. */
const SERIAL = /^([3-7]\d{4})(?:[.,](\d+))?$/
const MIDNIGHT = /^0?0[:.]00([:.]00)?$/
/** An ISO 8601 instant. */
const ZONED = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?\s?(Z|[+-]\d\d:?\d\d)$/i
/** 09:30 +10:00, 09:30:00-05:00, 9:30 UTC+10; not 9:30-10:30, which is a period. */
const OFFSET =
  /(?:\s*\(?(?:UTC|GMT)\s?([+-]\d{1,2})(?::?(\d{2}))?\)?|(?:\s+|(?<=:\d\d:\d\d)|(?=\+))([+-]\d{1,2}):?(\d{2})|\s*(?:Z|UTC|GMT))$/i
const MAX_OFFSET_MINUTES = 14 * 60
/** 1 January 1970 as a spreadsheet stores it. */
const EPOCH_DAYS = 25_569
const DAY_SECONDS = 86_400

/** Cells with more characters aren't parsed. */
const MAX_CHARS = 100

/** Languages whose names of months and weekdays are recognised. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'da', 'sv', 'nb']

/** Numbers of months, from 1, by their names and abbreviations. */
const MONTHS = namesOf({ month: 'long' }, { month: 'short' }, index => new Date(Date.UTC(2023, index, 1)), 12)
/** Numbers of weekdays, from 1 for Monday, which 1 January 2024 was. */
const WEEKDAYS = namesOf(
  { weekday: 'long' },
  { weekday: 'short' },
  index => new Date(Date.UTC(2024, 0, 1 + index)),
  7,
)

function namesOf(
  long: Intl.DateTimeFormatOptions,
  short: Intl.DateTimeFormatOptions,
  at: (index: number) => Date,
  count: number,
): Map<string, number> {
  const names = new Map<string, number>()
  for (const language of LANGUAGES)
    // Beside a day, some languages inflect the name of the month: “5 stycznia”.
    for (const options of [long, short, { ...long, day: 'numeric' as const }]) {
      const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
      for (let index = 0; index < count; index++) {
        const type = 'month' in long ? 'month' : 'weekday'
        const name = format.formatToParts(at(index)).find(part => part.type === type)?.value ?? ''
        if (!names.has(plainName(name))) names.set(plainName(name), index + 1)
      }
    }
  return names
}

function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/[^\p{L}]/gu, '')
    .toLowerCase()
}

export class TimeProblem extends Error {
  override name = 'TimeProblem'
  readonly cell: 'date' | 'time' | 'timeZone'

  constructor(cell: 'date' | 'time' | 'timeZone', message: string) {
    super(message)
    this.cell = cell
  }
}

type Cells = { date: string; time: string }
type Rules = {
  timeZone: string
  dateOrder: DateOrder
  /** True if the file has a column of times: then midnight in the date's cell only fills it, and isn't a time. */
  hasTimes?: boolean
}
type ReadTime = {
  /** Unix time. */
  seconds: number
  /** True if the clocks show this time twice that day, and the cells don't say which is meant. */
  isRepeated: boolean
}

/**
 * Parses a row's date and time, which may share a cell. They are in the business's zone unless they have an offset.
 * @throws {TimeProblem} with the cell, and a message about the expected format
 */
export function readTime({ date, time }: Cells, { timeZone, dateOrder, hasTimes }: Rules): ReadTime {
  if (date === '') throw new TimeProblem('date', 'Add a date, for example 2030-01-25.')
  if (date.length > MAX_CHARS) throw unreadableDate(`${date.slice(0, MAX_CHARS)}…`)
  if (ZONED.test(date) && time === '') {
    const seconds = Math.floor(Date.parse(date.replace(' ', 'T').replaceAll(' ', '')) / 1000)
    if (Number.isFinite(seconds)) return { seconds, isRepeated: false }
  }
  const [day, rest] = splitDate(date)
  const ownTime = hasTimes && time === '' && MIDNIGHT.test(rest) ? '' : rest
  const clockText = time || ownTime
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

const withoutWeekday = (text: string) => {
  const [word = '', after = ''] = /^(\p{L}{2,12})\.?,?\s+(?=.*\d)/u.exec(text)?.slice(1) ?? []
  return word !== '' && WEEKDAYS.has(plainName(word))
    ? text.slice(text.indexOf(word) + word.length + after.length)
    : text
}

/** Splits a time off the end of a date. */
function splitDate(text: string): [date: string, time: string] {
  const [, serial, part] = SERIAL.exec(text) ?? []
  if (serial) {
    const date = new Date((Number(serial) - EPOCH_DAYS) * DAY_SECONDS * 1000).toISOString().slice(0, 10)
    return [date, part ? `0.${part.padEnd(3, '0')}` : '']
  }
  const tidy = withoutWeekday(withPlainDashes(text.replaceAll(/\s+/g, ' ').trim())).replace(/^[.,\s]+/, '')
  const found =
    /^(.*?\d.*?)(?:T|,? (?:at |um |à |a las |alle )?)(\d{1,2}(?:[:.h]\d{2}(?::\d{2}(?:[.,]\d+)?)?)? ?(?:[ap]\.?m\.?|uhr|h)?(?: ?\(?(?:UTC|GMT) ?(?:[+-]\d{1,2}(?::?\d{2})?)?\)?| ?Z|\s?[+-]\d{1,2}:?\d{2})?)$/i.exec(
      tidy,
    )
  const [, date = '', time = ''] = found ?? []
  const isTime = /[:.h]\d\d|[ap]\.?m|uhr|h/i.test(time)
  return isTime && /\d/.test(date) && readsAsDate(date) ? [date, time] : [tidy, '']
}

/** Keeps “5.12. 2026” from being split into a day and an hour. */
const readsAsDate = (text: string) => {
  const trimmed = text.replace(/,$/, '')
  return [YEAR_FIRST, NUMERIC, DAY_FIRST, MONTH_FIRST].some(pattern => pattern.test(trimmed))
}

type Clock = { hour: number; minute: number; second: number; offset?: number }

function readClock(text: string): Clock | undefined {
  const trimmed = text.trim()
  if (DAY_FRACTION.test(trimmed)) {
    const seconds = Math.min(DAY_SECONDS - 1, Math.round(Number(trimmed.replace(',', '.')) * DAY_SECONDS))
    return { hour: Math.floor(seconds / 3600), minute: Math.floor(seconds / 60) % 60, second: seconds % 60 }
  }
  // A cell in a column of times may begin with a date.
  const [, ownClock] = /\d\s/.test(trimmed) ? splitDate(trimmed) : ['', '']
  const found = OFFSET.exec(ownClock || trimmed)
  const clock = (ownClock || trimmed).slice(0, found?.index)
  const [, hours, minutes = '0', seconds = '0', half] = CLOCK.exec(clock) ?? []
  if (hours === undefined) return undefined
  const [hour, minute, second] = [Number(hours), Number(minutes), Number(seconds)]
  if (minute > 59 || second > 59) return undefined
  const offset = found ? offsetOf(found) : 0
  if (Math.abs(offset) > MAX_OFFSET_MINUTES) return undefined
  const rest = { minute, second, ...(found && { offset }) }
  if (half === undefined) return hour < 24 ? { hour, ...rest } : undefined
  if (hour < 1 || hour > 12) return undefined
  return { hour: (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0), ...rest }
}

/** Returns the offset from UTC in minutes. */
function offsetOf([, named, namedMinutes, bare, bareMinutes]: RegExpExecArray): number {
  const [hours, minutes = '0'] = named === undefined ? [bare, bareMinutes] : [named, namedMinutes]
  if (hours === undefined) return 0
  return Number(hours) * 60 + (hours.startsWith('-') ? -1 : 1) * Number(minutes)
}

function readDate(text: string, order: DateOrder): Temporal.PlainDate | undefined {
  const trimmed = text.replace(/,$/, '')
  const yearFirst = YEAR_FIRST.exec(trimmed)
  if (yearFirst) return plainDate(yearFirst[1], yearFirst[2], yearFirst[3])
  const numeric = NUMERIC.exec(trimmed)
  if (numeric) {
    const [, first, separator, second, year] = numeric
    // With dots, the day comes first in every language.
    return order === 'dmy' || separator === '.'
      ? plainDate(year, second, first)
      : plainDate(year, first, second)
  }
  const dayFirst = DAY_FIRST.exec(trimmed)
  if (dayFirst) return plainDate(dayFirst[3], monthOf(dayFirst[2]), dayFirst[1])
  const monthFirst = MONTH_FIRST.exec(trimmed)
  return monthFirst ? plainDate(monthFirst[3], monthOf(monthFirst[1]), monthFirst[2]) : undefined
}

const monthOf = (name = '') => {
  const plain = plainName(name)
  return MONTHS.get(plain) ?? MONTHS.get(plain.slice(0, 4)) ?? MONTHS.get(plain.slice(0, 3)) ?? 0
}

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

/**
 * Converts a local time to an instant, by its offset or else in the zone. A time that occurs twice when the clocks go back is
 * the first one.
 * @throws {TimeProblem} if the clocks skip the time
 */
function inZone(date: Temporal.PlainDate, { offset, ...clock }: Clock, timeZone: string): ReadTime {
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

/**
 * Reads a cell of a column of time zones.
 * @returns an IANA name, or an offset
 * @throws {TimeProblem}
 */
export function readZone(text: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone && text
  } catch {
    throw new TimeProblem(
      'timeZone',
      `We don’t know the time zone “${text.slice(0, 40)}”. Write it like Australia/Sydney.`,
    )
  }
}

/** Regions that write the month first. Those in neither list write the day first. */
const MONTH_FIRST_REGIONS = ['US', 'PR', 'VI', 'GU', 'MP', 'AS', 'UM']
/** Regions that use several orders, or write the year first. */
const MIXED_REGIONS = ['CA', 'PH', 'CN', 'TW', 'HK', 'JP', 'KR', 'HU', 'LT', 'MN', 'IR']

/** Returns the order of day and month in the country of a time zone; undefined without a country, or if it uses several. */
function orderInZone(timeZone: string): DateOrder | undefined {
  // Zones have several names, such as America/Indianapolis and America/Indiana/Indianapolis.
  const cityOf = (zone: string) => zone.slice(zone.lastIndexOf('/') + 1)
  const isIn = (regions: readonly string[]) =>
    regions.some(region => zonesOf(region).some(zone => cityOf(zone) === cityOf(timeZone)))
  if (!timeZone.includes('/') || timeZone.startsWith('Etc/') || isIn(MIXED_REGIONS)) return undefined
  return timeZone.startsWith('US/') || isIn(MONTH_FIRST_REGIONS) ? 'mdy' : 'dmy'
}

/** `getTimeZones` is newer than TypeScript's library. */
const zonesOf = (region: string): readonly string[] =>
  (
    new Intl.Locale(`und-${region}`) as Intl.Locale & { getTimeZones(): string[] | undefined }
  ).getTimeZones() ?? []

type OrderOfDates = {
  order: DateOrder
  /** A date of the column that can be read both ways; absent if there is none. */
  sample?: string
  /** The reason for this order; null if the user must choose. */
  by: 'column' | 'country' | null
}

/**
 * Determines the order of day and month in dates such as 12/05: from dates of the column that can be read in one way only, else
 * from the country. Leaves it to the user if the country's order puts some dates in the past, and the other order none.
 */
export function orderOfDates(
  dates: readonly string[],
  { timeZone, now }: { timeZone: string; now: Date },
): OrderOfDates {
  const seen = dates.flatMap(text => {
    if (text.length > MAX_CHARS) return []
    const [day] = splitDate(text)
    const found = NUMERIC.exec(day)
    if (!found) return []
    const [first, second] = [Number(found[1]), Number(found[3])]
    return [{ text, day, first, second, isDotted: found[2] === '.', weekday: weekdayOf(text) }]
  })
  const fits =
    (order: DateOrder) =>
    ({ day, weekday }: (typeof seen)[number]) => {
      const date = readDate(day, order)
      return date !== undefined && (weekday === undefined || date.dayOfWeek === weekday)
    }
  const countOnly = (order: DateOrder, other: DateOrder) =>
    seen.filter(each => !each.isDotted && fits(order)(each) && !fits(other)(each)).length
  const [dayFirst, monthFirst] = [countOnly('dmy', 'mdy'), countOnly('mdy', 'dmy')]
  const ambiguous = seen.filter(
    each => !each.isDotted && each.first !== each.second && fits('dmy')(each) && fits('mdy')(each),
  )
  const sample = ambiguous[0] && { sample: ambiguous[0].text }
  const dotted = seen.some(({ isDotted }) => isDotted)
  if (dayFirst > 0 !== monthFirst > 0) return { order: dayFirst > 0 ? 'dmy' : 'mdy', ...sample, by: 'column' }
  if (dayFirst > 0)
    return { order: dayFirst >= monthFirst ? 'dmy' : 'mdy', ...sample, by: sample ? null : 'column' }
  if (dotted) return { order: 'dmy', ...sample, by: 'column' }
  const byCountry = orderInZone(timeZone)
  const order = byCountry ?? 'dmy'
  const today = Temporal.Instant.fromEpochMilliseconds(+now).toZonedDateTimeISO(timeZone).toPlainDate()
  const hasPast = (each: DateOrder) =>
    ambiguous.some(({ day }) => Temporal.PlainDate.compare(readDate(day, each) ?? today, today) < 0)
  const isUnlikely = hasPast(order) && !hasPast(order === 'dmy' ? 'mdy' : 'dmy')
  return { order, ...sample, by: byCountry === undefined || isUnlikely ? null : 'country' }
}

/** Returns the weekday that a date begins with, from 1 for Monday. */
function weekdayOf(text: string): number | undefined {
  const word = /^\s*(\p{L}{2,12})/u.exec(text)?.[1]
  return word === undefined ? undefined : WEEKDAYS.get(plainName(word))
}

export const looksLikeTime = (text: string) => {
  if (text.length > MAX_CHARS) return false
  const [day, time] = splitDate(text)
  const isDate = readDate(day, 'dmy') !== undefined || readDate(day, 'mdy') !== undefined
  return isDate && (time === '' || readClock(time) !== undefined)
}

/** Returns true for a time without a date. */
export const looksLikeClock = (text: string) =>
  text.length <= MAX_CHARS && /\d[:.h]\d\d|\d\s?[ap]\.?m/i.test(text) && readClock(text.trim()) !== undefined

/** Returns true for a date followed by a time. Midnight doesn't count, because spreadsheets add it to a plain date. */
export function hasClock(text: string): boolean {
  const [, time] = text.length > MAX_CHARS ? [] : splitDate(text)
  return time !== undefined && time !== '' && !MIDNIGHT.test(time)
}
