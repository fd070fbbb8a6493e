import { DomainError } from '#api/runtime/errors.ts'
import { withPlainDashes } from '#shared/text/characters.ts'
import { isTimeZone, cityOf } from '#shared/zone-names.ts'

export const MAX_OFFSET_MINUTES = 14 * 60
/** Maximum length of a text that is searched for a zone. */
const MAX_CHARS = 100

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
export function parseOffsetName(name: string, place?: string): number | undefined {
  const found = OFFSET_NAMES.find(([names]) => names.split(' ').includes(name.toUpperCase()))
  const [, minutes, places] = found ?? []
  return place === undefined || !places || places.test(place) ? minutes : undefined
}

export const parseOffset = (hours = '0', minutes = '0') =>
  Number(hours) * 60 + (hours.startsWith('-') ? -1 : 1) * Number(minutes)

const formatOffset = (minutes: number) => {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
}

/** Returns true for an offset such as +10:00, as `readZone` returns it, which isn't the zone of a place. */
export const isOffset = (zone: string) => /^[+-]/.test(zone)

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
export function findZone(text: string, place?: string): string | undefined {
  const short = text.slice(0, MAX_CHARS).trim()
  const words = short.match(/[\p{L}_]+(?:[/-][\p{L}_+\d-]+)+/gu) ?? []
  const named = words.find(word => word.includes('/') && isTimeZone(word))
  if (named) return named
  const city = short.split(/[,()–]|\s-\s/).find(part => CITIES.has(part.trim().toLowerCase()))
  if (city) return CITIES.get(city.trim().toLowerCase())
  const offset = /(?:^|\b(?:UTC|GMT)\s?|\()([+-]\d{1,2})(?::?(\d{2}))?(?!\d)/i.exec(withPlainDashes(short))
  if (offset) {
    const minutes = parseOffset(offset[1], offset[2])
    return Math.abs(minutes) <= MAX_OFFSET_MINUTES ? formatOffset(minutes) : undefined
  }
  const minutes = [short, ...(short.match(/\b[A-Z]{3,5}\b/g) ?? [])]
    .map(name => parseOffsetName(name, place))
    .find(found => found !== undefined)
  return minutes === undefined ? undefined : minutes === 0 ? 'UTC' : formatOffset(minutes)
}

/**
 * Reads a cell of a column of time zones.
 * @returns an IANA name, or an offset such as +08:00; undefined for an empty cell
 * @throws {DomainError} `invalid`
 */
export function readZone(text: string, place: string): string | undefined {
  if (text === '') return undefined
  const zone = findZone(text, place)
  if (zone === undefined)
    throw new DomainError(
      'invalid',
      `We don’t know the time zone “${text.slice(0, 40)}”. Write it like Australia/Sydney.`,
    )
  return zone
}

/** Zones that keep their offset all year, by which a column's offset is shown. */
const FIXED_OFFSET_ZONES =
  'UTC Australia/Perth Australia/Brisbane Australia/Darwin Asia/Kolkata Asia/Kathmandu Asia/Yangon Asia/Kabul Asia/Tehran Australia/Eucla Pacific/Marquesas'.split(
    ' ',
  )

/** Returns a zone with an offset such as +10:00 all year; undefined if none has it. */
export function fixedOffsetZone(offset: string): string | undefined {
  const at = Temporal.Instant.fromEpochMilliseconds(Date.UTC(2030, 0, 1))
  const place = FIXED_OFFSET_ZONES.find(zone => at.toZonedDateTimeISO(zone).offset === offset)
  if (place) return place
  const hours = Number(offset.slice(0, 3))
  // The sign of these names is reversed, and they end at twelve hours behind UTC.
  const steady = `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
  return offset.endsWith(':00') && isTimeZone(steady) ? steady : undefined
}

/**
 * Returns a warning if the place's clocks have another offset at that time, but use the written one in the other season: Sydney
 * is at UTC+11 in summer, though people write AEST all year.
 */
export function seasonWarning(offset: string, place: string, seconds: number): string | undefined {
  const at = Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toZonedDateTimeISO(place)
  if (at.offset === offset || at.getTimeZoneTransition('next')?.offset !== offset) return undefined
  return `The clocks in ${cityOf(place)} are at UTC${at.offset} that day. We take UTC${offset}, as it is written.`
}
