/// <reference lib="esnext.temporal" />
import type { DateOrder } from '#shared/posts/imports.ts'
import { withAsciiDigits, withPlainDashes } from '#shared/text/characters.ts'
import { isTimeZone } from '#shared/zone-names.ts'

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
const CLOCK =
  /^(\d{1,2})(?:(?:[:.]|\s?h\s?)(\d{2})(?::(\d{2})(?:[.,]\d+)?)?)?\s*(?:([ap])\.?\s*(?:m\.?)?|uhr|h|hrs|heures?|horas?|hod\.?)?$/i
/** A fraction of a day, as a spreadsheet stores a time. */
const DAY_FRACTION = /^0?[.,]\d{3,}$/
/** A date from 1982 to 2118 as a spreadsheet stores it, in days from 1900. */
const SERIAL = /^([3-7]\d{4})(?:[.,](\d+))?$/
/** Midnight, as programs add it to a date: 00:00:00, 12:00:00 AM */
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
const MAX_OFFSET_MINUTES = 14 * 60
/** 1 January 1970 as a spreadsheet stores it. */
const EPOCH_DAYS = 25_569
const DAY_SECONDS = 86_400

/** Cells with more characters aren't parsed. */
const MAX_CHARS = 100

/** Languages whose names of months and weekdays are recognised. */
const LANGUAGES = 'en en-AU de de-AT fr es it nl pt pl da sv nb cs sk hu fi ru uk tr ro el et id ar'.split(
  ' ',
)
/** Spellings of months that Unicode doesn't list, such as those of German Excel. */
const OTHER_MONTHS = { feber: 2, mrz: 3, maerz: 3, sett: 9 }

/** Numbers of months, from 1, by their names and abbreviations. */
const MONTHS = new Map([
  ...Object.entries(OTHER_MONTHS),
  ...namesOf({ month: 'long' }, { month: 'short' }, index => new Date(Date.UTC(2023, index, 1)), 12),
])
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
  readonly cell: TimePart | 'timeZone'

  constructor(cell: TimePart | 'timeZone', message: string) {
    super(message)
    this.cell = cell
  }
}

type TimePart = 'date' | 'time' | 'minute' | 'halfDay'
/** The last two are cells of columns of their own, for minutes and for AM or PM; absent without such a column. */
type Cells = { date: string; time: string; minute?: string; halfDay?: string }
type Rules = {
  timeZone: string
  dateOrder: DateOrder
  /** True if the file has a column of times. Then midnight in the date's cell is ignored, because programs add it to a date. */
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
export function readTime(cells: Cells, { timeZone, dateOrder, hasTimes }: Rules): ReadTime {
  if (cells.date === '') throw new TimeProblem('date', 'Add a date, for example 2030-01-25.')
  if (cells.date.length > MAX_CHARS) throw unreadableDate(`${cells.date.slice(0, MAX_CHARS)}…`)
  const { date, time } = joinTime({
    ...cells,
    time: cells.time.length > MAX_CHARS ? cells.time : plainMoment(cells.time),
    ...(cells.minute && { minute: withAsciiDigits(cells.minute) }),
  })
  const own = splitMoment(date, timeZone)
  const isFilled = time !== '' || (hasTimes && MIDNIGHT.test(own.clock))
  if (time === '' && (own.clock === '' || isFilled))
    throw new TimeProblem('time', 'Add a time, for example 09:30.')
  const clock = isFilled ? readTimeCell(time, timeZone) : clockOf(own)
  if (!clock)
    throw new TimeProblem(
      time ? 'time' : 'date',
      `We can’t read the time “${(time || own.clock).slice(0, MAX_CHARS)}”. Write it like 09:30 or 9:30 am.`,
    )
  const plainDate = readDate(own.day, dateOrder)
  if (!plainDate) throw unreadableDate(own.day)
  return inZone(plainDate, clock, timeZone)
}

/** Returns `a` for AM and `p` for PM. */
export function halfOf(text: string): 'a' | 'p' | undefined {
  if (/^(午前|上午|오전)$/.test(text)) return 'a'
  if (/^(午後|下午|오후)$/.test(text)) return 'p'
  const [, half] = /^([ap])\.?\s?m\.?$/i.exec(text.trim()) ?? []
  return half === undefined ? undefined : half.toLowerCase() === 'p' ? 'p' : 'a'
}

/**
 * Adds the cells of minutes and of AM or PM to the time, or to the date that contains it.
 * @throws {TimeProblem} if a part is missing or contradicts the time
 */
function joinTime({ date, time, minute = '', halfDay }: Cells): { date: string; time: string } {
  if (time.length > MAX_CHARS) return { date, time }
  const withMinutes = joinMinutes(time, minute)
  const clock = withMinutes === '' ? splitMoment(date).clock : withMinutes
  const suffix = halfDay === undefined ? '' : halfFor(clock, halfDay)
  return withMinutes === '' ? { date: date + suffix, time } : { date, time: withMinutes + suffix }
}

/** Returns the half of the day that a time lacks, as it is written behind it. */
function halfFor(clock: string, halfDay: string): string {
  const half = halfOf(halfDay)
  if (halfDay !== '' && !half)
    throw new TimeProblem('halfDay', `We can’t read “${halfDay.slice(0, 40)}”. Write AM or PM.`)
  const hour = Number(
    DAY_FRACTION.test(clock) ? Number.NaN : (/^\d{1,2}(?!\d)/.exec(clock)?.[0] ?? Number.NaN),
  )
  if (Number.isNaN(hour)) return ''
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

const unreadableDate = (text: string) =>
  new TimeProblem('date', `We can’t read the date “${text}”. Write it like 2030-01-25 or 25/01/2030.`)

/** Years, months and days, or hours and minutes, of Chinese, Japanese and Korean dates. */
const EAST_ASIAN_DATE = /(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日日号號일]/
const EAST_ASIAN_CLOCK =
  /(午前|上午|早上|凌晨|오전|午後|下午|晚上|中午|오후)?\s?(\d{1,2})(?:\s?[時时点點시]|(?=:\d\d$))\s?(半|:?(\d{1,2}))?\s?[分분]?$/
const MORNING = /午前|上午|早上|凌晨|오전/
const [NOON, EVENING] = ['中午', '晚上']
const EAST_ASIAN_WEEKDAY =
  /\s?[(（]?(?:(?:星期|周|週|礼拜|禮拜)[一二三四五六日天]|[月火水木金土日]曜日?|[월화수목금토일]요일|(?<=[(（])[月火水木金土日월화수목금토일](?=[)）]))[)）]?/

/** Rewrites digits and signs of any script in ASCII, and East Asian dates and times as 2030-3-5 3:30 pm. */
function plainMoment(text: string): string {
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

const isWeekday = (word = '') => word.length > 1 && WEEKDAYS.has(plainName(word))

/** Removes a weekday before or behind a date, or in brackets. */
function withoutWeekday(text: string): string {
  const [before = '', first] = /^(\p{L}{2,12})\.?,?\s+(?=.*\d)/u.exec(text) ?? []
  const rest = isWeekday(first) ? text.slice(before.length) : text
  return rest
    .replace(/ ?\((\p{L}{2,12})\.?\)/u, (found, word: string) => (isWeekday(word) ? '' : found))
    .replace(/, (\p{L}{2,12})\.?$/u, (found, word: string) => (isWeekday(word) ? '' : found))
}

type Moment = {
  day: string
  /** Empty without a time. */
  clock: string
  /** Minutes east of UTC. */
  offset?: number
}

/** Splits a cell into a date, a time behind it, and an offset behind that. */
function splitMoment(text: string, place?: string): Moment {
  const [, serial, part] = SERIAL.exec(text) ?? []
  if (serial) {
    const date = new Date((Number(serial) - EPOCH_DAYS) * DAY_SECONDS * 1000).toISOString().slice(0, 10)
    return { day: date, clock: part ? `0.${part.padEnd(3, '0')}` : '' }
  }
  const plain = withoutWeekday(plainMoment(text))
    .replace(/^[.,\s]+/, '')
    .replace(BEHIND_YEAR, '')
  const { rest, offset } = splitOffset(plain, place)
  const [, day = '', clock = ''] = TIME_BEHIND_DATE.exec(rest) ?? []
  const isTime = /[:.h]\d\d|[ap]\.?m|uhr|h/i.test(clock) && readsAsDate(day)
  const known = offset !== undefined && { offset }
  return isTime ? { day, clock, ...known } : { day: rest, clock: '', ...known }
}

/** Splits an offset from UTC, or the name of one, off the end of a time. */
function splitOffset(text: string, place?: string): { rest: string; offset?: number } {
  const found = OFFSET.exec(text)
  if (found)
    return { rest: text.slice(0, found.index), offset: minutesOf(found[1] ?? found[3], found[2] ?? found[4]) }
  const named = NAMED_OFFSET.exec(text)
  const offset = named?.[1] === undefined ? undefined : offsetNamed(named[1], place)
  return named && offset !== undefined ? { rest: text.slice(0, named.index), offset } : { rest: text }
}

/** Keeps “5.12. 2026” from being split into a day and an hour. */
const readsAsDate = (text: string) => {
  const trimmed = text.replace(/,$/, '')
  return [YEAR_FIRST, NUMERIC, DAY_FIRST, YEAR_THEN_NAME, MONTH_FIRST].some(pattern => pattern.test(trimmed))
}

type Clock = { hour: number; minute: number; second: number; offset?: number }

/** Reads a cell in a column of times. It may begin with a date. */
function readTimeCell(text: string, place?: string): Clock | undefined {
  if (text.length > MAX_CHARS) return undefined
  const moment = splitMoment(text.replace(BEFORE_CLOCK, ''), place)
  return clockOf(moment.clock === '' ? { ...moment, clock: moment.day } : moment)
}

function clockOf({ clock, offset }: Moment): Clock | undefined {
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

/** Returns the offset from UTC in minutes. */
const minutesOf = (hours = '0', minutes = '0') =>
  Number(hours) * 60 + (hours.startsWith('-') ? -1 : 1) * Number(minutes)

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
  const yearThenName = YEAR_THEN_NAME.exec(trimmed)
  if (yearThenName) return plainDate(yearThenName[1], monthOf(yearThenName[2]), yearThenName[3])
  const monthFirst = MONTH_FIRST.exec(trimmed)
  return monthFirst ? plainDate(monthFirst[3], monthOf(monthFirst[1]), monthFirst[2]) : undefined
}

/** Returns the month of a name or of its beginning, such as “Septem”; 0 for other words, and for one that begins two months. */
function monthOf(name = ''): number {
  const plain = plainName(name)
  const known = MONTHS.get(plain)
  if (known !== undefined) return known
  const begun = new Set(Array.from(MONTHS, ([each, month]) => (each.startsWith(plain) ? month : 0)))
  begun.delete(0)
  const [only = 0] = begun
  return begun.size === 1 ? only : 0
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

/** Names of offsets from UTC, in minutes. Those with places have other meanings elsewhere. */
const OFFSET_NAMES: readonly [names: string, minutes: number, places?: RegExp][] = [
  ['UTC GMT Z WET', 0],
  ['AEST', 600],
  ['AEDT NCT', 660],
  ['ACST', 570],
  ['ACDT', 630],
  ['AWST SGT HKT', 480],
  ['NZST', 720],
  ['NZDT', 780],
  ['CET MEZ WEST', 60],
  ['CEST MESZ EET SAST', 120],
  ['EEST MSK', 180],
  ['JST KST', 540],
  ['BST', 60, /^Europe\/(London|Belfast|Jersey|Guernsey|Isle_of_Man)$/],
  ['IST', 330, /^Asia\/(Kolkata|Calcutta)$/],
  ['EDT', -240, /^(America|US|Canada)\//],
  ['EST CDT', -300, /^(America|US|Canada)\//],
  ['CST MDT', -360, /^(America|US|Canada)\//],
  ['MST PDT', -420, /^(America|US|Canada)\//],
  ['PST AKDT', -480, /^(America|US|Canada)\//],
]

/**
 * Returns the minutes of a named offset; undefined for a name that is unknown, or has another meaning where the business is.
 * @param place the business's zone; without one, the name's own meaning counts
 */
function offsetNamed(name: string, place?: string): number | undefined {
  const found = OFFSET_NAMES.find(([names]) => names.split(' ').includes(name.toUpperCase()))
  const [, minutes, places] = found ?? []
  return place === undefined || !places || places.test(place) ? minutes : undefined
}

const offsetText = (minutes: number) => {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
}

/** Returns true for an offset such as +10:00, as `readZone` returns it, which isn't the zone of a place. */
export const isOffset = (zone: string) => /^[+-]/.test(zone)

const cityOf = (zone: string) => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')

/** Zones by the names of their cities, without case. Names such as Etc/GMT+10 have the reversed sign. */
const CITIES = new Map(
  Intl.supportedValuesOf('timeZone').flatMap(zone =>
    zone.startsWith('Etc/') ? [] : [[cityOf(zone).toLowerCase(), zone] as const],
  ),
)

/**
 * Finds a time zone in a text: Australia/Sydney, “(UTC+10:00) Canberra, Melbourne, Sydney”, AEST, UTC+8, GMT+10.
 * @param place the business's zone, which decides what a name such as EST means
 * @returns an IANA name, or an offset such as +08:00
 */
export function zoneIn(text: string, place?: string): string | undefined {
  const short = text.slice(0, MAX_CHARS).trim()
  const words = short.match(/[\p{L}_]+(?:[/-][\p{L}_+\d-]+)+/gu) ?? []
  const named = words.find(word => word.includes('/') && isTimeZone(word))
  if (named) return named
  const city = short.split(/[,()–]|\s-\s/).find(part => CITIES.has(part.trim().toLowerCase()))
  if (city) return CITIES.get(city.trim().toLowerCase())
  const offset = /(?:^|\b(?:UTC|GMT)\s?|\()([+-]\d{1,2})(?::?(\d{2}))?(?!\d)/i.exec(withPlainDashes(short))
  if (offset) {
    const minutes = minutesOf(offset[1], offset[2])
    return Math.abs(minutes) <= MAX_OFFSET_MINUTES ? offsetText(minutes) : undefined
  }
  const minutes = [short, ...(short.match(/\b[A-Z]{3,5}\b/g) ?? [])]
    .map(name => offsetNamed(name, place))
    .find(found => found !== undefined)
  return minutes === undefined ? undefined : minutes === 0 ? 'UTC' : offsetText(minutes)
}

/**
 * Reads a cell of a column of time zones.
 * @returns an IANA name, or an offset such as +08:00; undefined for an empty cell
 * @throws {TimeProblem}
 */
export function readZone(text: string, place: string): string | undefined {
  if (text === '') return undefined
  const zone = zoneIn(text, place)
  if (zone === undefined)
    throw new TimeProblem(
      'timeZone',
      `We don’t know the time zone “${text.slice(0, 40)}”. Write it like Australia/Sydney.`,
    )
  return zone
}

/** Zones that keep their offset all year, by which a column's offset is shown. */
const STEADY_PLACES =
  'UTC Australia/Perth Australia/Brisbane Australia/Darwin Asia/Kolkata Asia/Kathmandu Asia/Yangon Asia/Kabul Asia/Tehran Australia/Eucla Pacific/Marquesas'.split(
    ' ',
  )

/** Returns a zone with that offset all year; undefined for an odd one. */
export function placeAt(offset: string): string | undefined {
  const at = Temporal.Instant.fromEpochMilliseconds(Date.UTC(2030, 0, 1))
  const place = STEADY_PLACES.find(zone => at.toZonedDateTimeISO(zone).offset === offset)
  if (place) return place
  const hours = Number(offset.slice(0, 3))
  // The sign of these names is reversed, and they end at twelve hours behind UTC.
  const steady = `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
  return offset.endsWith(':00') && isTimeZone(steady) ? steady : undefined
}

/**
 * Returns a warning if the place's clocks have another offset at that time, but use the written one in the other season: Sydney is
 * at UTC+11 in summer, though people write AEST all year.
 */
export function clocksApart(offset: string, place: string, seconds: number): string | undefined {
  const at = Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toZonedDateTimeISO(place)
  if (at.offset === offset || at.getTimeZoneTransition('next')?.offset !== offset) return undefined
  return `The clocks in ${cityOf(place)} are at UTC${at.offset} that day. We take UTC${offset}, as it is written.`
}

/** Regions that write the month first. Those in neither list write the day first. */
const MONTH_FIRST_REGIONS = ['US', 'PR', 'VI', 'GU', 'MP', 'AS', 'UM']
/** Regions that use several orders, or write the year first. */
const MIXED_REGIONS = ['CA', 'PH', 'CN', 'TW', 'HK', 'JP', 'KR', 'HU', 'LT', 'MN', 'IR']

/** Returns the order of day and month in the country of a time zone; undefined without a country, null if it uses several. */
function orderInZone(timeZone: string): DateOrder | null | undefined {
  // Zones have several names, such as America/Indianapolis and America/Indiana/Indianapolis.
  const isIn = (regions: readonly string[]) =>
    regions.some(region => zonesOf(region).some(zone => cityOf(zone) === cityOf(timeZone)))
  if (!timeZone.includes('/') || timeZone.startsWith('Etc/')) return undefined
  if (isIn(MIXED_REGIONS)) return null
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
 * from the country. Leaves it to the user if the country's order puts some dates in the past, and the other order none, or if
 * the business and a zone that the file names are in countries with different orders.
 * @param named zones that the file names
 */
export function orderOfDates(
  dates: readonly string[],
  { timeZone, named = [], now }: { timeZone: string; named?: readonly string[]; now: Date },
): OrderOfDates {
  const seen = dates.flatMap(text => {
    if (text.length > MAX_CHARS) return []
    const { day } = splitMoment(text)
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
  const orders = new Set([timeZone, ...named].map(orderInZone).filter(each => each !== undefined))
  const byCountry = orders.size === 1 ? [...orders][0] : undefined
  const order = byCountry ?? orderInZone(timeZone) ?? 'dmy'
  const today = Temporal.Instant.fromEpochMilliseconds(+now).toZonedDateTimeISO(timeZone).toPlainDate()
  const hasPast = (each: DateOrder) =>
    ambiguous.some(({ day }) => Temporal.PlainDate.compare(readDate(day, each) ?? today, today) < 0)
  const isUnlikely = hasPast(order) && !hasPast(order === 'dmy' ? 'mdy' : 'dmy')
  return { order, ...sample, by: !byCountry || isUnlikely ? null : 'country' }
}

/** Returns the weekday that a date begins with, from 1 for Monday. */
function weekdayOf(text: string): number | undefined {
  const word = /^\s*(\p{L}{2,12})/u.exec(text)?.[1]
  return word === undefined ? undefined : WEEKDAYS.get(plainName(word))
}

export const hasDigit = (text: string) => /\p{Nd}/u.test(text)

export const looksLikeTime = (text: string) => {
  if (text.length > MAX_CHARS) return false
  const moment = splitMoment(text)
  const isDate = readDate(moment.day, 'dmy') !== undefined || readDate(moment.day, 'mdy') !== undefined
  return isDate && (moment.clock === '' || clockOf(moment) !== undefined)
}

/** Returns true for a time without a date. */
export const looksLikeClock = (text: string) =>
  text.length <= MAX_CHARS &&
  /\d[:.h]\d\d|\d\s?[ap]\.?m/i.test(plainMoment(text)) &&
  readTimeCell(text) !== undefined

/** Returns true for a date followed by midnight, as programs write a date without a time. */
export const isMidnight = (text: string) => text.length <= MAX_CHARS && MIDNIGHT.test(splitMoment(text).clock)

/** Returns true for a date followed by a time. Midnight doesn't count, because spreadsheets add it to a plain date. */
export function hasClock(text: string): boolean {
  const { clock } = text.length > MAX_CHARS ? { clock: '' } : splitMoment(text)
  return clock !== '' && !MIDNIGHT.test(clock)
}
