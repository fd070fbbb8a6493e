import type { Language } from './settings.ts'

export const LOCALES: Record<Language, string> = {
  en: 'en-AU',
  es: 'es-ES',
  fr: 'fr-FR',
  de: 'de-DE',
  it: 'it-IT',
  pt: 'pt-PT',
}

type Instant = string | Date
/** Formats an instant in a time zone, an IANA name. */
type Format = (instant: Instant, zone: string) => string

/** Caches a formatter per zone, because creating one takes far longer than using it. */
function formattersByZone(locale: string, options: Intl.DateTimeFormatOptions) {
  const created = new Map<string, Intl.DateTimeFormat>()
  return (timeZone: string) => {
    const formatter = created.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone })
    created.set(timeZone, formatter)
    return formatter
  }
}

/**
 * Creates the formats of dates and times for a language. Screens are in English, and so are names of days and months: 'Mon 30 Nov,
 * 5:30 pm'. For other languages, dates are in digits, in the language's order, and times on the 24-hour clock: 'Mon 30.11.2026,
 * 17:30'.
 */
function createFormats(language: Language) {
  const locale = LOCALES[language]
  const isEnglish = language === 'en'
  const digits = formattersByZone(locale, { day: 'numeric', month: 'numeric', year: 'numeric' })
  const clocks = formattersByZone(locale, { hour: 'numeric', minute: '2-digit' })
  const hours = formattersByZone(locale, { hour: 'numeric' })

  function dayAs(weekday: 'long' | 'short' | undefined, date: Intl.DateTimeFormatOptions): Format {
    const days = isEnglish ? formattersByZone(locale, { weekday, day: 'numeric', ...date }) : digits
    const weekdays = formattersByZone(LOCALES.en, { weekday })
    return (instant, zone) => {
      const at = new Date(instant)
      const day = days(zone).format(at)
      if (isEnglish) return day.replace(',', '')
      return weekday ? `${weekdays(zone).format(at)} ${day}` : day
    }
  }
  const time: Format = (instant, zone) => spaced(clocks(zone).format(new Date(instant)))
  const withTime =
    (day: Format): Format =>
    (instant, zone) =>
      `${day(instant, zone)}, ${time(instant, zone)}`

  const shortDay = dayAs('short', { month: 'short' })
  const fullDay = dayAs('long', { month: 'long', year: 'numeric' })
  const date = dayAs(undefined, { month: 'short', year: 'numeric' })
  return {
    /** 'Sat 21 Nov' */
    shortDay,
    /** 'Saturday 21 November' */
    weekday: dayAs('long', { month: 'long' }),
    /** 'Saturday 21 November 2026' */
    fullDay,
    /** '21 Nov 2026' */
    date,
    /** '21 November' */
    dayAndMonth: dayAs(undefined, { month: 'long' }),
    /** '3:15 pm' */
    time,
    /** 'Sat 21 Nov, 3:15 pm' */
    dayTime: withTime(shortDay),
    /** 'Sat 21 Nov 2026, 3:15 pm', for records that may be from another year. */
    moment: withTime(dayAs('short', { month: 'short', year: 'numeric' })),
    /** '21 Nov 2026, 3:15 pm' */
    dateTime: withTime(date),
    /** 'Saturday 21 November 2026 at 3:15 pm AEDT' */
    exact: (instant: Instant, zone: string) =>
      `${fullDay(instant, zone)} at ${time(instant, zone)} ${zoneName(instant, zone)}`,
    /** '3 pm', or '15:00' on the 24-hour clock, because '15' could be any number. */
    hour: (instant: Instant, zone: string) =>
      isEnglish ? spaced(hours(zone).format(new Date(instant))) : time(instant, zone),
  }
}

const spaced = (time: string) => time.replaceAll('\u202f', ' ')

const created = new Map<Language, ReturnType<typeof createFormats>>()

export function dateFormats(language: Language): ReturnType<typeof createFormats> {
  const formats = created.get(language) ?? createFormats(language)
  created.set(language, formats)
  return formats
}

/** Each English locale abbreviates only the zones of its own region, and writes 'GMT+1' for others. */
const zoneNames = ['en-AU', 'en-GB', 'en-US', 'en-IN'].map(locale =>
  formattersByZone(locale, { timeZoneName: 'short' }),
)

/** 'AEDT', 'CET', or 'GMT+3' for a zone without an English abbreviation. */
export function zoneName(instant: Instant, zone: string): string {
  let first = ''
  for (const formats of zoneNames) {
    const parts = formats(zone).formatToParts(new Date(instant))
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
    if (!/^GMT[+-]/.test(name)) return name
    first ||= name
  }
  return first
}
