import type { DateOrder } from '#shared/posts/imports.ts'
import { withAsciiDigits, withPlainDashes } from '#shared/text/characters.ts'
import { parseMonth, parseWeekdays } from './calendar-names.ts'
import { MAX_OFFSET_MINUTES, parseOffsetName, parseOffset } from './zones.ts'

/** 2030-01-25, 2030/1/25, 2030. 1. 25. */
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\.?$/
/** 25/01/2030, 1-25-30, 5. 12. 2030; the order of day and month is open. */
const NUMERIC = /^(\d{1,2})([-/. ])\s?(\d{1,2})[-/. ]\s?(\d{4}|\d{2})$/
/** 5 January 2030, 5-Jan-30, 5. Januar 2030, 5 de enero de 2030 */
const DAY_FIRST =
  /^(\d{1,2})(?:st|nd|rd|th|er|º|\.)?[-/. ]*(?:de |of )?(\p{L}{3,12})\.?,?[-/. ]+(?:de |del )?(\d{4}|\d{2})$/iu
/** January 5, 2030 */
const MONTH_FIRST = /^(\p{L}{3,12})\.?[-/. ]+(\d{1,2})(?:st|nd|rd|th)?,?[-/. ]+(\d{4}|\d{2})$/iu
/** 2030. március 5., 2030-Jan-25, 2030 January 25 */
const YEAR_THEN_NAME = /^(\d{4})\.?[-/, ]*(\p{L}{3,12})\.?[-/ ]*(\d{1,2})(?:st|nd|rd|th|\.)?(?:-?j?[áé]n)?$/iu
/** A numeric date without a year: 6.12., 25/01, 5. 12. */
const NUMERIC_DAY = /^(\d{1,2})([-/.])\s?(\d{1,2})\.?$/
/** 6 December, 6. Dez., 6 de diciembre */
const DAY_AND_MONTH = /^(\d{1,2})(?:st|nd|rd|th|er|º|\.)?[-/. ]*(?:de |of )?(\p{L}{3,12})\.?$/iu
/** December 6th */
const MONTH_AND_DAY = /^(\p{L}{3,12})\.?[-/. ]+(\d{1,2})(?:st|nd|rd|th)?\.?$/iu
const CLOCK =
  /^(\d{1,2})(?:(?:[:.]|\s?h\s?)(\d{2})(?::(\d{2})(?:[.,]\d+)?)?)?\s*(?:([ap])\.?\s*(?:m\.?)?|uhr|h|hrs|heures?|horas?|hod\.?)?$/i
/** A fraction of a day, as a spreadsheet stores a time. */
const DAY_FRACTION = /^0?[.,]\d{3,}$/
/** A date from 1982 to 2118 as a spreadsheet stores it, in days from 1900. */
const SERIAL = /^([3-7]\d{4})(?:[.,](\d+))?$/
/** Midnight, as programs write it behind a date without a time: 00:00:00, 12:00:00 AM */
const MIDNIGHT = /^(?:0?0[:.]00(?:[:.]00)?|12[:.]00(?:[:.]00)?\s?a\.?m\.?)$/i
/** 09:30 +10:00, 09:30:00-05:00, 9:30 UTC+10; not 9:30-10:30, which is a period. */
const OFFSET =
  /(?:\s*\(?(?:UTC|GMT)\s?([+-]\d{1,2})(?::?(\d{2}))?\)?|(?:\s+|(?<=:\d\d:\d\d(?:\.\d+)?)|(?=\+))([+-]\d{1,2}):?(\d{2}))$/i
/** 09:30 AEST, 9:30 (AEST), 22:30:00Z */
const NAMED_OFFSET = /(?<=\d|\d\s?[ap]\.?m\.?)\s*\(?([A-Z]{1,5})\)?$/i
/** “2030-02-01T09:30”, “1 February 2030 at 9:30 am”, “vendredi 1 février 2030 à 9h30” */
const TIME_BEHIND_DATE =
  /^(.*?\d.*?)(?:T|,? (?:at |um |à |a las |alle |o |v |kl\.? ?|godz\.? ?)?)(\d{1,2}(?:[:.h]\d{2}(?::\d{2}(?:[.,]\d+)?)?)? ?(?:[ap]\.?m\.?|uhr|h)?)$/i
/** The word before a time in a cell of its own: kl. 9, godz. 9:00, um 9 Uhr */
const BEFORE_CLOCK = /^(?:kl|godz|at|um|à|o|v|alle|a las)\.?\s+(?=\d)/i
/** “Of the year” behind it in Polish and Russian: 7 grudnia 2026 r. */
const BEHIND_YEAR = /(?<=\d{4}) ?[rг]\.?(?=$|[ ,])/iu
/** 1 January 1970 as a spreadsheet stores it. */
const EPOCH_DAYS = 25_569
const DAY_SECONDS = 86_400

/** Cells with more characters aren't parsed. */
export const MAX_CHARS = 100

/** Years, months and days, or hours and minutes, of Chinese, Japanese and Korean dates. */
const EAST_ASIAN_DATE = /(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日日号號일]/
const EAST_ASIAN_CLOCK =
  /(午前|上午|早上|凌晨|오전|午後|下午|晚上|中午|오후)?\s?(\d{1,2})(?:\s?[時时点點시]|(?=:\d\d$))\s?(半|:?(\d{1,2}))?\s?[分분]?$/
const MORNING = /午前|上午|早上|凌晨|오전/
const [NOON, EVENING] = ['中午', '晚上']
const EAST_ASIAN_WEEKDAY =
  /\s?[(（]?(?:(?:星期|周|週|礼拜|禮拜)[一二三四五六日天]|[月火水木金土日]曜日?|[월화수목금토일]요일|(?<=[(（])[月火水木金土日월화수목금토일](?=[)）]))[)）]?/

/** Rewrites digits and signs of any script in ASCII, and East Asian dates and times as 2030-3-5 3:30 pm. */
export function normaliseMoment(text: string): string {
  const plain = withPlainDashes(withAsciiDigits(text))
    .replaceAll('：', ':')
    .replaceAll('／', '/')
    .replaceAll('．', '.')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (!/[年月日時时点點午年년월일시]|上午|下午/.test(plain)) return plain
  return plain
    .replace(EAST_ASIAN_WEEKDAY, '')
    .replace(EAST_ASIAN_DATE, '$1-$2-$3 ')
    .replace(
      EAST_ASIAN_CLOCK,
      (found, half: string | undefined, hour: string, rest = '0', minute?: string) => {
        const minutes = rest === '半' ? '30' : (minute ?? '0').padStart(2, '0')
        if (!half) return ` ${hour}:${minutes}`
        // Twelve in the evening is midnight, but of which day, only the writer knows.
        if (half === EVENING && hour === '12') return found
        const isMorning = MORNING.test(half) || (half === NOON && ['10', '11'].includes(hour))
        return ` ${hour === '0' ? '12' : hour}:${minutes} ${isMorning ? 'am' : 'pm'}`
      },
    )
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** A word before or behind a date, or in brackets, which may be a weekday. */
const WEEKDAY_PLACES = [/^(\p{L}{2,12})\.?,?\s+(?=.*\d)/u, / ?\((\p{L}{2,12})\.?\)/u, /, (\p{L}{2,12})\.?$/u]

const withoutWeekday = (text: string) =>
  WEEKDAY_PLACES.reduce(
    (rest, place) =>
      rest.replace(place, (found, word: string) => (parseWeekdays(word).length > 0 ? '' : found)),
    text,
  )

/** Returns the weekdays that the name in a date may mean, from 1 for Monday; empty for a date without a weekday. */
export const findWeekdays = (text: string): number[] =>
  text.length > MAX_CHARS
    ? []
    : WEEKDAY_PLACES.flatMap(place => parseWeekdays(place.exec(normaliseMoment(text))?.[1]))

/** The parts of a cell. */
export type Moment = {
  day: string
  /** Time of day; empty if there is none. */
  clock: string
  /** Minutes east of UTC. */
  offset?: number
}

/**
 * Splits a cell into a date, a time behind it, and an offset behind that. Doesn't parse a cell over `MAX_CHARS`.
 * @param place the business's zone, which decides what a name such as EST means
 */
export function splitMoment(text: string, place?: string): Moment {
  if (text.length > MAX_CHARS) return { day: '', clock: '' }
  const [, serial, part] = SERIAL.exec(text) ?? []
  if (serial) {
    const date = new Date((Number(serial) - EPOCH_DAYS) * DAY_SECONDS * 1000).toISOString().slice(0, 10)
    return { day: date, clock: part ? `0.${part.padEnd(3, '0')}` : '' }
  }
  const plain = withoutWeekday(normaliseMoment(text))
    .replace(/^[.,\s]+/, '')
    .replace(BEHIND_YEAR, '')
  const { rest, offset } = splitOffset(plain, place)
  const [, day = '', clock = ''] = TIME_BEHIND_DATE.exec(rest) ?? []
  const isTime = /[:.h]\d\d|[ap]\.?m|uhr|h/i.test(clock) && looksLikeDate(day)
  const known = offset !== undefined && { offset }
  return isTime ? { day, clock, ...known } : { day: rest, clock: '', ...known }
}

/** Splits an offset from UTC, or the name of one, off the end of a time. */
function splitOffset(text: string, place?: string): { rest: string; offset?: number } {
  const found = OFFSET.exec(text)
  if (found)
    return {
      rest: text.slice(0, found.index),
      offset: parseOffset(found[1] ?? found[3], found[2] ?? found[4]),
    }
  const named = NAMED_OFFSET.exec(text)
  const offset = named?.[1] === undefined ? undefined : parseOffsetName(named[1], place)
  return named && offset !== undefined ? { rest: text.slice(0, named.index), offset } : { rest: text }
}

/** Prevents “5.12. 2026” from being split into a day and an hour. */
const looksLikeDate = (text: string) => {
  const trimmed = text.replace(/,$/, '')
  return [
    YEAR_FIRST,
    NUMERIC,
    DAY_FIRST,
    YEAR_THEN_NAME,
    MONTH_FIRST,
    NUMERIC_DAY,
    DAY_AND_MONTH,
    MONTH_AND_DAY,
  ].some(pattern => pattern.test(trimmed))
}

export type Clock = { hour: number; minute: number; second: number; offset?: number }

/** Reads a cell in a column of times. It may begin with a date. */
export function readTimeCell(text: string, place?: string): Clock | undefined {
  const moment = splitMoment(text.replace(BEFORE_CLOCK, ''), place)
  return parseClock(moment.clock === '' ? { ...moment, clock: moment.day } : moment)
}

/** Returns the time of day; undefined if it can’t be read. */
export function parseClock({ clock, offset }: Moment): Clock | undefined {
  if (DAY_FRACTION.test(clock)) {
    const seconds = Math.min(DAY_SECONDS - 1, Math.round(Number(clock.replace(',', '.')) * DAY_SECONDS))
    return { hour: Math.floor(seconds / 3600), minute: Math.floor(seconds / 60) % 60, second: seconds % 60 }
  }
  const [, hours, minutes = '0', seconds = '0', half] = CLOCK.exec(clock) ?? []
  const [hour, minute, second] = [Number(hours), Number(minutes), Number(seconds)]
  if (hours === undefined || minute > 59 || second > 59) return undefined
  if (offset !== undefined && Math.abs(offset) > MAX_OFFSET_MINUTES) return undefined
  const rest = { minute, second, ...(offset !== undefined && { offset }) }
  if (half === undefined) return hour < 24 ? { hour, ...rest } : undefined
  if (hour < 1 || hour > 12) return undefined
  return { hour: (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0), ...rest }
}

/** A day as written, which may not exist. `year` is undefined if it isn't written. */
type ParsedDay = { year?: number; month: number; day: number }

/** Returns the day that a text names; undefined for a text that isn't a date. */
export function parseDay(text: string, order: DateOrder): ParsedDay | undefined {
  const trimmed = text.replace(/,$/, '')
  const yearFirst = YEAR_FIRST.exec(trimmed)
  if (yearFirst) return toDay(yearFirst[3], yearFirst[2], yearFirst[1])
  const numeric = NUMERIC.exec(trimmed) ?? NUMERIC_DAY.exec(trimmed)
  if (numeric) {
    const [, first, separator, second, year] = numeric
    return order === 'dmy' || separator === '.' ? toDay(first, second, year) : toDay(second, first, year)
  }
  const dayFirst = DAY_FIRST.exec(trimmed) ?? DAY_AND_MONTH.exec(trimmed)
  if (dayFirst) return toDay(dayFirst[1], parseMonth(dayFirst[2]), dayFirst[3])
  const yearThenName = YEAR_THEN_NAME.exec(trimmed)
  if (yearThenName) return toDay(yearThenName[3], parseMonth(yearThenName[2]), yearThenName[1])
  const monthFirst = MONTH_FIRST.exec(trimmed) ?? MONTH_AND_DAY.exec(trimmed)
  return monthFirst ? toDay(monthFirst[2], parseMonth(monthFirst[1]), monthFirst[3]) : undefined
}

function toDay(day: string | undefined, month: string | number | undefined, year?: string) {
  const written = { month: Number(month), day: Number(day) }
  if (written.month < 1 || written.month > 12 || written.day < 1) return undefined
  return year === undefined ? written : { ...written, year: (year.length === 2 ? 2000 : 0) + Number(year) }
}

/** Returns undefined for a text that isn't a date with a year, or a day that doesn't exist. */
export function readDate(text: string, order: DateOrder): Temporal.PlainDate | undefined {
  const { year, month, day } = parseDay(text, order) ?? {}
  return year === undefined || month === undefined || day === undefined
    ? undefined
    : toExistingDate(year, month, day)
}

export const toExistingDate = (year: number, month: number, day: number): Temporal.PlainDate | undefined =>
  day <= daysInMonth(year, month) ? Temporal.PlainDate.from({ year, month, day }) : undefined

export const daysInMonth = (year: number, month: number): number =>
  Temporal.PlainYearMonth.from({ year, month }).daysInMonth

export const hasDigit = (text: string) => /\p{Nd}/u.test(text)

/** Returns true for a date such as 12/05/2030, whose order of day and month is open. */
export const isNumericDate = (day: string) => NUMERIC.test(day)

/** Returns true for a numeric date with dots, in which the day comes first in every language. */
export const isDottedDate = (day: string) => NUMERIC.exec(day)?.[2] === '.'

/** Returns true for a date, with or without a time. */
export const looksLikeTime = (text: string) => {
  const moment = splitMoment(text)
  const isDate = readDate(moment.day, 'dmy') !== undefined || readDate(moment.day, 'mdy') !== undefined
  return isDate && (moment.clock === '' || parseClock(moment) !== undefined)
}

/** Returns true for a time without a date. */
export const looksLikeClock = (text: string) =>
  readTimeCell(text) !== undefined && /\d[:.h]\d\d|\d\s?[ap]\.?m/i.test(normaliseMoment(text))

/** Returns true for midnight, which spreadsheets add to a plain date. */
export const isMidnight = ({ clock }: Moment) => MIDNIGHT.test(clock)

/** Returns true for a date followed by a time other than midnight. */
export function hasClock(text: string): boolean {
  const moment = splitMoment(text)
  return moment.clock !== '' && !isMidnight(moment)
}

/** Returns the hour that a time begins with; undefined for a fraction of a day. */
export function parseHour(clock: string): number | undefined {
  const [hour] = DAY_FRACTION.test(clock) ? [] : (/^\d{1,2}(?!\d)/.exec(clock) ?? [])
  return hour === undefined ? undefined : Number(hour)
}
