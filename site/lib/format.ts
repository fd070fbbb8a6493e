import { DAY_MS } from '#shared/durations.ts'
import type { Language } from '#shared/settings.ts'
import { currentZoneName } from '#shared/zone-names.ts'

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

const LOCALES: Record<Language, string> = {
  en: 'en-AU',
  es: 'es-ES',
  fr: 'fr-FR',
  de: 'de-DE',
  it: 'it-IT',
  pt: 'pt-PT',
}

const known = (name: string | null | undefined): Language =>
  name && Object.hasOwn(LOCALES, name) ? (name as Language) : 'en'

let language = known(globalThis.localStorage?.getItem(KEY))

/** Locale for dates and numbers only. Texts are always English. */
export const currentLocale = () => LOCALES[language]

export function setLanguage(chosen: Language) {
  language = chosen
  localStorage.setItem(KEY, chosen)
}

/** Caches a formatter per locale, because making one costs far more than using it. */
function perLocale<Format>(make: (locale: string) => Format): () => Format {
  let made: { locale: string; format: Format } | undefined
  return () => {
    const locale = currentLocale()
    if (made?.locale !== locale) made = { locale, format: make(locale) }
    return made.format
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

const perZone = (options: Intl.DateTimeFormatOptions) => {
  const formats = perLocale(locale => {
    const made = new Map<string, Intl.DateTimeFormat>()
    return (timeZone: string) => {
      const format = made.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone })
      made.set(timeZone, format)
      return format
    }
  })
  return (zone: string) => formats()(zone)
}

const zoneOf = perZone({ timeZoneName: 'short' })

/** 'AEDT' */
export const zoneName = (date: Date, zone: string) =>
  zoneOf(zone)
    .formatToParts(date)
    .find(part => part.type === 'timeZoneName')?.value ?? zone

/** 'Melbourne time (AEDT)': the zone's city and the name of its clock on that day. */
export function describeTimeZone(date: Date, zone = timeZone()): string {
  const city = zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone
  return city === zone ? zoneName(date, zone) : `${city} time (${zoneName(date, zone)})`
}

const parts = (date: Date, zone: string, options: Intl.DateTimeFormatOptions) =>
  Object.fromEntries(
    new Intl.DateTimeFormat('en-US', { timeZone: zone, ...options })
      .formatToParts(date)
      .map(part => [part.type, part.value]),
  )

/** The composer's format, 'MMMM d, yyyy h:mm aa': 'November 21, 2026 3:15 PM'. */
export function formatPicked(date: Date, zone = timeZone()): string {
  const p = parts(date, zone, {
    month: 'long',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
  return `${p.month} ${p.day}, ${p.year} ${p.hour}:${p.minute} ${p.dayPeriod?.toUpperCase()}`
}

const fullDay = perZone({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const fullMoment = perZone({ dateStyle: 'full', timeStyle: 'short' })
const clock = perZone({ hour: 'numeric', minute: '2-digit' })

/** 'Saturday 21 November 2026 at 3:15 pm AEDT' */
export const formatExact = (instant: string | Date, zone = timeZone()) => {
  const date = new Date(instant)
  if (currentLocale() !== 'en-AU') return `${fullMoment(zone).format(date)} ${zoneName(date, zone)}`
  const day = fullDay(zone).format(date)
  return `${day.replace(',', '')} at ${formatTime(date, zone)} ${zoneName(date, zone)}`
}

const dayOnly =
  (dayFormat: ReturnType<typeof perZone>) =>
  (instant: string | Date, zone = timeZone()) => {
    const day = dayFormat(zone).format(new Date(instant))
    return currentLocale() === 'en-AU' ? day.replace(',', '') : day
  }

const dayAndTime =
  (formatDayIn: ReturnType<typeof dayOnly>) =>
  (instant: string | Date, zone = timeZone()) =>
    `${formatDayIn(instant, zone)}, ${formatTime(instant, zone)}`

/** 'Sat 21 Nov' */
export const formatShortDay = dayOnly(perZone({ weekday: 'short', day: 'numeric', month: 'short' }))

/** 'Sat 21 Nov, 3:15 pm' */
export const formatDayTime = dayAndTime(formatShortDay)

/** 'Sat 21 Nov 2026, 3:15 pm', for records that may be from another year. */
export const formatMoment = dayAndTime(
  dayOnly(perZone({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })),
)

/** '3:15 pm' */
export const formatTime = (instant: string | Date, zone = timeZone()) =>
  clock(zone)
    .format(new Date(instant))
    .replace(/\u202f/g, ' ')

/** '5:30 pm', from a time of day like `17:30`. */
export const formatClock = (time: string) => formatTime(`2000-01-01T${time}Z`, 'UTC')

const wholeHour = perZone({ hour: 'numeric' })

/** '3 pm', from an hour of the day. Other languages than English write '15:00', because '15' could be any number. */
export function formatHour(hour: number): string {
  const at = new Date(Date.UTC(2000, 0, 1, hour))
  return currentLocale() === 'en-AU'
    ? wholeHour('UTC')
        .format(at)
        .replace(/\u202f/g, ' ')
    : formatTime(at, 'UTC')
}

/** 'as of 8:36 pm', with the day unless it is today. */
export function formatAsOf(instant: string, now = new Date(), zone = timeZone()): string {
  const isToday = dateOf(new Date(instant), zone) === dateOf(now, zone)
  return `as of ${isToday ? formatTime(instant, zone) : formatDayTime(instant, zone)}`
}

const weekday = perZone({ weekday: 'long', day: 'numeric', month: 'long' })

/** 'Saturday 21 November' */
export const formatWeekday = (instant: string | Date, zone = timeZone()) =>
  weekday(zone).format(new Date(instant)).replace(',', '')

const date = perZone({ dateStyle: 'medium' })

/** '21 Nov 2026' */
export const formatDate = (instant: string, zone = timeZone()) => date(zone).format(new Date(instant))

const STEPS = [
  ['second', 1000, 60],
  ['minute', 60_000, 60],
  ['hour', 3_600_000, 24],
  ['day', DAY_MS, 14],
  ['week', 7 * DAY_MS, 4.348],
  ['month', 30.436 * DAY_MS, 12],
  ['year', 365.25 * DAY_MS, Number.POSITIVE_INFINITY],
] as const

const relative = perLocale(locale => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))

/** Returns midnight UTC of an instant's date in a zone, so that dates can be subtracted. */
function dateOf(instant: Date, zone: string): number {
  const { year, month, day } = parts(instant, zone, { year: 'numeric', month: 'numeric', day: 'numeric' })
  return Date.UTC(Number(year), Number(month) - 1, Number(day))
}

/**
 * 'in 5 minutes', 'yesterday', '3 weeks ago'. From 24 hours on, counts calendar days, so that 'yesterday' never means two
 * days ago.
 */
export function formatRelative(instant: string | Date, now = new Date(), zone = timeZone()): string {
  const at = new Date(instant)
  const exact = at.getTime() - now.getTime()
  if (Math.abs(exact) < 10_000) return relative().format(0, 'second')
  const dates = Math.round(Math.abs(exact) / 3_600_000) < 24 ? exact : dateOf(at, zone) - dateOf(now, zone)
  for (const [unit, ms, size] of STEPS) {
    const amount = Math.round(dates / ms)
    if (Math.abs(amount) < size) return relative().format(amount, unit)
  }
  return formatExact(instant)
}

const number = perLocale(locale => new Intl.NumberFormat(locale))
const signed = perLocale(locale => new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' }))
// Digits stand in for a month's foreign name, which would be odd in an English sentence.
const dayAndMonth = perLocale(
  locale =>
    new Intl.DateTimeFormat(locale, {
      timeZone: 'UTC',
      day: 'numeric',
      month: locale === 'en-AU' ? 'long' : 'numeric',
    }),
)
const bytes = perLocale(locale => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }))

const percent = perLocale(
  locale => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }),
)

export const formatNumber = (value: number) => number().format(value)

/** '4.2%', from a share like 0.042 */
export const formatPercent = (share: number) => percent().format(share)

/** '+12' or '−3' */
export const formatSigned = (value: number) => signed().format(value).replace('-', '−')

/** '12 November' or, in another language than English, '12/11', from a day like `2026-11-12`. */
export const formatDay = (day: string) => dayAndMonth().format(new Date(`${day}T00:00:00Z`))

/** '4.2 MB' */
export function formatBytes(size: number): string {
  if (size < 1024) return `${size} B`
  return size < 1024 ** 2 ? `${bytes().format(size / 1024)} KB` : `${bytes().format(size / 1024 ** 2)} MB`
}
