import type { Audience } from './entities/engagement.ts'
import type { World } from './world.ts'

const NOBODY: Audience = { followers: 0, days: new Map() }

export const audienceOf = (world: World, id: string): Audience => world.audiences.get(id) ?? NOBODY

export const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

/** Returns the dates from `since` up to, but not including, `until`. */
export function daysBetween(since: Date, until: Date): string[] {
  const days: string[] = []
  for (let at = Date.parse(dayOf(since)); at < until.getTime(); at += DAY_MS) days.push(dayOf(new Date(at)))
  return days
}

export const DAY_MS = 86_400_000
