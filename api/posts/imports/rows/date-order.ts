import { wallClock } from '#api/runtime/wall-clock.ts'
import type { DateOrder } from '#shared/posts/imports.ts'
import { cityOf } from '#shared/zone-names.ts'
import { isDottedDate, isNumericDate, readDate, splitMoment, findWeekdays } from './moments.ts'

/** Regions that write the month first. Those in neither list write the day first. */
const MONTH_FIRST_REGIONS = ['US', 'PR', 'VI', 'GU', 'MP', 'AS', 'UM']
/** Regions that use several orders, or write the year first. */
const MIXED_REGIONS = ['CA', 'PH', 'CN', 'TW', 'HK', 'JP', 'KR', 'HU', 'LT', 'MN', 'IR']

/** Returns the order of day and month in the country of a time zone; undefined without a country, null if it uses several. */
function dateOrderInZone(timeZone: string): DateOrder | null | undefined {
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

type DetectedOrder = {
  order: DateOrder
  /** An ambiguous date of the column; absent if there is none. */
  sample?: string
  /** The reason for this order; null if the user must choose. */
  by: 'column' | 'country' | null
}

/**
 * Determines the order of day and month in dates such as 12/05: from dates of the column that can be read in one way only, else
 * from the country. Leaves it to the user if only the other order puts all dates in the future, or if the business and a zone in
 * the file are in countries with different orders.
 * @param named zones that the file names
 */
export function detectDateOrder(
  dates: readonly string[],
  { timeZone, named = [], now }: { timeZone: string; named?: readonly string[]; now: Date },
): DetectedOrder {
  const numeric = dates.filter(text => isNumericDate(splitMoment(text).day))
  const read = numeric.map(text => ({ text, dmy: readAs('dmy', text), mdy: readAs('mdy', text) }))
  const onlyDayFirst = read.filter(({ dmy, mdy }) => dmy && !mdy).length
  const onlyMonthFirst = read.filter(({ dmy, mdy }) => mdy && !dmy).length
  const ambiguous = read.filter(({ dmy, mdy }) => dmy && mdy && !dmy.equals(mdy))
  const sample = ambiguous[0] && { sample: ambiguous[0].text }
  if (onlyDayFirst + onlyMonthFirst > 0) {
    const isProven = onlyDayFirst === 0 || onlyMonthFirst === 0 || !sample
    return {
      order: onlyDayFirst >= onlyMonthFirst ? 'dmy' : 'mdy',
      ...sample,
      by: isProven ? 'column' : null,
    }
  }
  if (numeric.some(text => isDottedDate(splitMoment(text).day)))
    return { order: 'dmy', ...sample, by: 'column' }
  const orders = new Set([timeZone, ...named].map(dateOrderInZone).filter(order => order !== undefined))
  const byCountry = orders.size === 1 ? [...orders][0] : undefined
  const order = byCountry ?? dateOrderInZone(timeZone) ?? 'dmy'
  const today = wallClock(timeZone, now).toPlainDate()
  const hasPast = (each: DateOrder) =>
    ambiguous.some(dates => Temporal.PlainDate.compare(dates[each] ?? today, today) < 0)
  const isUnlikely = hasPast(order) && !hasPast(order === 'dmy' ? 'mdy' : 'dmy')
  return { order, ...sample, by: !byCountry || isUnlikely ? null : 'country' }
}

/** Reads a date in an order. Returns undefined if the date doesn't exist or contradicts the written weekday. */
function readAs(order: DateOrder, text: string): Temporal.PlainDate | undefined {
  const date = readDate(splitMoment(text).day, order)
  const weekdays = findWeekdays(text)
  return date && (weekdays.length === 0 || weekdays.includes(date.dayOfWeek)) ? date : undefined
}
