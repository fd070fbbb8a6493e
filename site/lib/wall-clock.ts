/** A calendar day, such as '2026-11-23', and the minutes since its midnight. */
export type WallTime = { day: string; minutes: number }

const formats = new Map<string, Intl.DateTimeFormat>()

/** Formats as '2026-11-23 09:30', as Swedish does. Parts instead of text would take four times as long. */
function formatIn(zone: string) {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
  formats.set(zone, format)
  return format
}

/** Returns an instant's local time in an IANA zone. */
export function clockIn(zone: string, instant: Date): WallTime {
  const [day = '', time = ''] = formatIn(zone).format(instant).split(' ')
  return { day, minutes: Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) }
}

const DAY_MS = 24 * 60 * 60_000
const MINUTE_MS = 60_000

/** Returns the milliseconds since midnight UTC that a wall clock would show if it were UTC. */
const asUtc = ({ day, minutes }: WallTime) => Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE_MS

/** Returns the instant of a local time in a zone: the first if a clock change repeats it, the one after if it is skipped. */
export function instantIn(zone: string, wall: WallTime): Date {
  const wanted = asUtc(wall)
  const offsetAt = (instant: number) => {
    const minute = Math.floor(instant / MINUTE_MS) * MINUTE_MS
    return asUtc(clockIn(zone, new Date(minute))) - minute
  }
  const [before, after] = [wanted - offsetAt(wanted - DAY_MS), wanted - offsetAt(wanted + DAY_MS)]
  const fitting = [before, after].filter(instant => instant + offsetAt(instant) === wanted)
  return new Date(fitting.length > 0 ? Math.min(...fitting) : before)
}
