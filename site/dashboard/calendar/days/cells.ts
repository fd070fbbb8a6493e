import { clockIn } from '#site/lib/wall-clock.ts'

/** Identifies a cell by its day and, if it has one, its hour: '2026-11-23 9'. */
export const cellKey = (day: string, hour?: number) => (hour === undefined ? day : `${day} ${hour}`)

/** Returns the key of an instant's hour in a zone. */
export function hourCell(zone: string, instant: Date): string {
  const { day, minutes } = clockIn(zone, instant)
  return cellKey(day, Math.floor(minutes / 60))
}

export const dayOfCell = (key: string) => key.split(' ', 1)[0]!

export const hourOfCell = (key: string) => Number(key.split(' ')[1])
