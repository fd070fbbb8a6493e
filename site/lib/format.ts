import { LOCALES, dateFormats, zoneName } from '#shared/date-formats.ts'
import { DAY_MS } from '#shared/durations.ts'
import type { Language } from '#shared/settings.ts'
import { cityOf, currentZoneName } from '#shared/zone-names.ts'
import { clockIn } from './wall-clock.ts'

/** Names of the weekdays from Monday, as weeks are shown. */
export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

const KEY = 'language'

const known = (name: string | null | undefined): Language =>
  name && Object.hasOwn(LOCALES, name) ? (name as Language) : 'en'

let language = known(globalThis.localStorage?.getItem(KEY))

export function setLanguage(chosen: Language) {
  language = chosen
  localStorage.setItem(KEY, chosen)
}

type Name = Exclude<keyof ReturnType<typeof dateFormats>, 'hour'>

/** Formats an instant in the user's language. The zone defaults to the device's. */
const inZone =
  (name: Name) =>
  (instant: string | Date, zone = timeZone()) =>
    dateFormats(language)[name](instant, zone)

/** Requires a zone, because a business's date may differ from the device's. Pass `timeZone()` for times of the user. */
const inGivenZone = (name: Name) => (instant: string | Date, zone: string) =>
  dateFormats(language)[name](instant, zone)

/** Returns 'Sat 21 Nov'. */
export const formatShortDay = inZone('shortDay')

/** Returns 'Saturday 21 November'. */
export const formatWeekday = inZone('weekday')

/** Returns 'Saturday 21 November 2026'. */
export const formatFullDay = inZone('fullDay')

/** Returns 'Saturday 21 November', with the year if it isn't the current one. */
export const formatLongDay = (instant: Date, now: Date, zone: string) =>
  (yearIn(instant, zone) === yearIn(now, zone) ? formatWeekday : formatFullDay)(instant, zone)

const yearIn = (instant: Date, zone: string) => clockIn(zone, instant).day.slice(0, 4)

/** Returns '21 Nov 2026'. */
export const formatDate = inGivenZone('date')

/** Returns '3:15 pm'. */
export const formatTime = inZone('time')

/** Returns 'Sat 21 Nov, 3:15 pm'. */
export const formatDayTime = inGivenZone('dayTime')

/** Returns 'Sat 21 Nov 2026, 3:15 pm', for records that may be from another year. */
export const formatMoment = inGivenZone('moment')

/** Returns 'Saturday 21 November 2026 at 3:15 pm AEDT'. */
export const formatExact = inGivenZone('exact')

/** Caches a formatter per language, because creating a formatter takes far longer than using it. */
function perLanguage<Format>(make: (locale: string) => Format): () => Format {
  const made = new Map<Language, Format>()
  return () => {
    const format = made.get(language) ?? make(LOCALES[language])
    made.set(language, format)
    return format
  }
}

let deviceZone: string | undefined

/** Returns the IANA name of the device's time zone, cached for everything rendered together. */
export function timeZone(): string {
  if (deviceZone === undefined) {
    deviceZone = currentZoneName(Intl.DateTimeFormat().resolvedOptions().timeZone)
    queueMicrotask(() => (deviceZone = undefined))
  }
  return deviceZone
}

/** Returns 'Melbourne time (AEDT)': the zone's city, and the zone's abbreviation on that day. */
export function describeTimeZone(date: Date, zone = timeZone()): string {
  const city = cityOf(zone)
  return city === zone ? zoneName(date, zone) : `${city} time (${zoneName(date, zone)})`
}

const parts = (date: Date, zone: string, options: Intl.DateTimeFormatOptions) =>
  Object.fromEntries(
    new Intl.DateTimeFormat('en-US', { timeZone: zone, ...options })
      .formatToParts(date)
      .map(part => [part.type, part.value]),
  )

/** The format of the composer's picker, 'MMMM d, yyyy h:mm aa', in English: 'November 21, 2026 3:15 PM'. */
export function formatPicked(date: Date, zone = timeZone()): string {
  if (language !== 'en') return formatMoment(date, zone)
  const p = parts(date, zone, {
    month: 'long',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
  return `${p.month} ${p.day}, ${p.year} ${p.hour}:${p.minute} ${p.dayPeriod?.toUpperCase()}`
}

/** Returns '5:30 pm' for a time of day such as `17:30`. */
export const formatClock = (time: string) => formatTime(`2000-01-01T${time}Z`, 'UTC')

/** Returns '3 pm' or '15:00' for an hour of the day. */
export const formatHour = (hour: number) =>
  dateFormats(language).hour(new Date(Date.UTC(2000, 0, 1, hour)), 'UTC')

/** Returns 'as of 8:36 pm', with the day unless it is today. */
export function formatAsOf(instant: string, now = new Date(), zone = timeZone()): string {
  const isToday = dateOf(new Date(instant), zone) === dateOf(now, zone)
  return `as of ${isToday ? formatTime(instant, zone) : formatDayTime(instant, zone)}`
}

const STEPS = [
  ['second', 1000, 60],
  ['minute', 60_000, 60],
  ['hour', 3_600_000, 24],
  ['day', DAY_MS, 14],
  ['week', 7 * DAY_MS, 4.348],
  ['month', 30.436 * DAY_MS, 12],
  ['year', 365.25 * DAY_MS, Number.POSITIVE_INFINITY],
] as const

const relative = new Intl.RelativeTimeFormat(LOCALES.en, { numeric: 'auto' })

/** Returns midnight UTC of an instant's date in a zone, so that dates can be subtracted. */
function dateOf(instant: Date, zone: string): number {
  const { year, month, day } = parts(instant, zone, { year: 'numeric', month: 'numeric', day: 'numeric' })
  return Date.UTC(Number(year), Number(month) - 1, Number(day))
}

/**
 * Returns 'in 5 minutes', 'yesterday' or '3 weeks ago', in English like all words. From 24 hours on, counts calendar days, so
 * that 'yesterday' never means two days ago.
 */
export function formatRelative(instant: string | Date, now = new Date(), zone = timeZone()): string {
  const at = new Date(instant)
  const exact = at.getTime() - now.getTime()
  if (Math.abs(exact) < 10_000) return relative.format(0, 'second')
  const dates = Math.round(Math.abs(exact) / 3_600_000) < 24 ? exact : dateOf(at, zone) - dateOf(now, zone)
  for (const [unit, ms, size] of STEPS) {
    const amount = Math.round(dates / ms)
    if (Math.abs(amount) < size) return relative.format(amount, unit)
  }
  return formatExact(instant, zone)
}

const number = perLanguage(locale => new Intl.NumberFormat(locale))
const signed = perLanguage(locale => new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' }))
const decimal = perLanguage(locale => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }))

const percent = perLanguage(
  locale => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }),
)

export const formatNumber = (value: number) => number().format(value)

/** Returns '4.2%' for a share such as 0.042. */
export const formatPercent = (share: number) => percent().format(share)

/** Returns '+12' or '−3'. */
export const formatSigned = (value: number) => signed().format(value).replace('-', '−')

/** Returns '3.5'. */
export const formatDecimal = (value: number) => decimal().format(value)

/** '12 November' or, in another language than English, '12/11/2026', from a day like `2026-11-12`. */
export const formatDay = (day: string) => dateFormats(language).dayAndMonth(`${day}T00:00:00Z`, 'UTC')

/** Returns '4.2 MB'. */
export function formatBytes(size: number): string {
  if (size < 1024) return `${size} B`
  return size < 1024 ** 2 ? `${formatDecimal(size / 1024)} KB` : `${formatDecimal(size / 1024 ** 2)} MB`
}
