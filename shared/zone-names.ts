// Separate from the schemas, because pages without forms don't load valibot.

/**
 * Former names that browsers still report, with the current names of the tz database (file `backward`). Browsers use the names of
 * CLDR, which never change.
 */
const RENAMED: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Etc/UTC': 'UTC',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/** Returns today's name of a time zone, unless this browser doesn't know it yet. */
export function currentZoneName(name: string): string {
  const current = RENAMED[name]
  return current && isTimeZone(current) ? current : name
}

/** Returns today's names of all time zones that this browser knows, with UTC, in order. */
export const timeZoneNames = (listed: readonly string[] = Intl.supportedValuesOf('timeZone')): string[] =>
  [...new Set(['UTC', ...listed.map(currentZoneName)])].toSorted()

/** Returns 'Melbourne' for 'Australia/Melbourne'. */
export const cityOf = (zone: string) => zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone

/** Returns true for every current or former name that this runtime knows. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
