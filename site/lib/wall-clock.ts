import { DAY_MS, MINUTE_MS } from '#shared/durations.ts'

/** Returns an instant in seconds since 1970, as the api takes the time of a post. */
export const unixSeconds = (at: Date | string) => Math.floor(+new Date(at) / 1000)

/** A calendar day, such as '2026-11-23', and the minutes since its midnight. */
export type WallTime = { day: string; minutes: number }

const formats = new Map<string, Intl.DateTimeFormat>()

/** Formats as '2026-11-23 09:30', which is the Swedish format. `formatToParts` would take four times as long. */
function formatFor(zone: string) {
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
  const offset = offsetAround(zone, instant)
  if (offset === undefined) return formattedClock(zone, instant)
  const local = new Date(+instant + offset)
  return {
    day: local.toISOString().slice(0, 10),
    minutes: local.getUTCHours() * 60 + local.getUTCMinutes(),
  }
}

function formattedClock(zone: string, instant: Date): WallTime {
  const [day = '', time = ''] = formatFor(zone).format(instant).split(' ')
  return { day, minutes: Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) }
}

const offsets = new Map<string, number | undefined>()

/**
 * Returns a zone's offset from UTC in milliseconds on the instant's UTC day, or undefined if the clocks change on that day. A
 * calendar needs thousands of local times on few days, and would take most of its rendering time to format each.
 */
function offsetAround(zone: string, instant: Date): number | undefined {
  const midnight = Math.floor(+instant / DAY_MS) * DAY_MS
  const key = `${zone} ${midnight}`
  if (!offsets.has(key)) {
    const [start, end] = [midnight, midnight + DAY_MS].map(
      at => asUtc(formattedClock(zone, new Date(at))) - at,
    )
    offsets.set(key, start === end ? start : undefined)
  }
  return offsets.get(key)
}

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
