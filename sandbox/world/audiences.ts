import type { Audience, Measures } from './entities/engagement.ts'
import type { World } from './world.ts'

const NOBODY: Audience = { followers: 0, days: new Map() }

export const audienceOf = (world: World, id: string): Audience => world.audiences.get(id) ?? NOBODY

/** Returns what happened on a day. */
export function figuresOf({ days }: Audience, day: string): Measures & { engagement: number } {
  const { engagement = 0, ...set } = days.get(day) ?? {}
  return { engagement, ...measuresOf(engagement, set, Number(day.slice(-2))) }
}

/**
 * Returns the measures of a day or post. Those that no control call has set follow from its engagement: several people see a post
 * for each who reacts, and some of them twice. A `seed` varies them.
 */
export function measuresOf(
  engagement: number,
  set: Partial<Measures> = {},
  seed: number = engagement,
): Measures {
  const { saves = Math.round(engagement / 9), clicks = Math.round(engagement / 6) } = set
  const reach = set.reach ?? Math.min(set.views ?? Infinity, engagement * (9 + (seed % 5)))
  const views = set.views ?? reach + Math.floor((reach * (3 + (seed % 4))) / 10)
  return { reach, views, saves, clicks }
}

export const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

/** Returns the dates from `since` up to, but not including, `until`. */
export function daysBetween(since: Date, until: Date): string[] {
  const days: string[] = []
  for (let at = Date.parse(dayOf(since)); at < until.getTime(); at += DAY_MS) days.push(dayOf(new Date(at)))
  return days
}

export const DAY_MS = 86_400_000
