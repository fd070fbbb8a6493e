import { timeZoneNames } from '#shared/zone-names.ts'

/** Returns the options of a time-zone field, including `zone`, which the browser may not list. */
export const zoneChoices = (zone: string) =>
  [...new Set([zone, ...timeZoneNames()])]
    .toSorted()
    .map(value => ({ value, label: value.replaceAll('_', ' ') }))
