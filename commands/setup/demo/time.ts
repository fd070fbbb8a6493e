export const ZONE = 'Australia/Melbourne'
const DAY_MS = 86_400_000

/** Returns the instant of a wall-clock time in Melbourne, some days from the day of `from`. */
export function melbourneTime(from: Date, days: number, time: string): Date {
  const date = melbourneDate(from, days)
  const asUtc = new Date(`${date}T${time}:00Z`)
  return new Date(+asUtc - offsetMs(new Date(+asUtc - offsetMs(asUtc))))
}

/** Returns the ISO weekday in Melbourne, some days from the day of `from`; Monday is 1. */
export const melbourneWeekday = (from: Date, days: number): number =>
  new Date(`${melbourneDate(from, days)}T00:00:00Z`).getUTCDay() || 7

/** Returns the date in Melbourne, such as `2026-11-29`, some days from the day of `from`. */
export const melbourneDate = (from: Date, days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(+from + days * DAY_MS)

function offsetMs(at: Date): number {
  const [, hours = 0, minutes = 0] =
    new Intl.DateTimeFormat('en', { timeZone: ZONE, timeZoneName: 'longOffset' })
      .format(at)
      .match(/GMT\+(\d+):(\d+)/)
      ?.map(Number) ?? []
  return (hours * 60 + minutes) * 60_000
}
