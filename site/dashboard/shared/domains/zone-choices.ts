import { timeZoneNames } from '#shared/zone-names.ts'

/** Returns the choices of a field for time zones, with one that the browser may not list. */
export const zoneChoices = (zone: string) =>
  [...new Set([zone, ...timeZoneNames()])]
    .toSorted()
    .map(value => ({ value, label: value.replaceAll('_', ' ') }))
