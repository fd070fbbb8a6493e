import { computed } from 'nanostores'

import { zoneName } from '#shared/date-formats.ts'
import { formatAsOf, formatDayTime, formatMoment, formatPicked, timeZone } from '#site/lib/format.ts'
import { $domains, $selectedDomain } from './domains/store.ts'

/** Returns the time zone of a business, or the device's if the business has none yet. */
export const $zoneOf = computed($domains, domains => {
  const zones = new Map(
    domains.state === 'ready' ? domains.data.map(domain => [domain._id, domain.timeZone]) : [],
  )
  return (domainId: string): string => zones.get(domainId) || timeZone()
})

/** The zone of the selected business, in which its times are entered and shown. */
export const $businessZone = computed([$zoneOf, $selectedDomain], (zoneOf, domain) =>
  zoneOf(domain?._id ?? ''),
)

/** Returns ' AEDT', or '' if the zone's time is the device's. */
export function zoneSuffix(instant: string | Date, zone: string): string {
  const date = new Date(instant)
  return formatMoment(date, zone) === formatMoment(date, timeZone()) ? '' : ` ${zoneName(date, zone)}`
}

/** Returns 'Mon 30 Nov, 9:30 pm AEDT'. */
export const formatDueIn = (zone: string, instant: string | Date) =>
  formatDayTime(instant, zone) + zoneSuffix(instant, zone)

/** Returns 'as of 8:36 pm AEDT'. */
export const formatAsOfIn = (zone: string, instant: string) =>
  formatAsOf(instant, undefined, zone) + zoneSuffix(instant, zone)

/** Returns 'Sat 21 Nov 2026, 3:15 pm AEDT'. */
export const formatMomentIn = (zone: string, instant: string | Date) =>
  formatMoment(instant, zone) + zoneSuffix(instant, zone)

/** Returns 'November 21, 2026 3:15 PM AEDT'. */
export const formatPickedIn = (zone: string, instant: Date) =>
  formatPicked(instant, zone) + zoneSuffix(instant, zone)
