import type { InferOutput } from 'valibot'

import { presenceOf } from '../world/google-business.ts'
import type { World } from '../world/world.ts'
import { InvalidInput, type PresenceInput } from './inputs.ts'

/** Sets a location's daily figures and monthly searches. Other days and months keep theirs. */
export function setPresence(
  world: World,
  { location, days = [], keywords = [] }: InferOutput<typeof PresenceInput>,
): void {
  const id = location.slice(location.lastIndexOf('/') + 1)
  if (!world.business.locations.has(id)) throw new InvalidInput(`There is no location ${location}.`)
  const before = presenceOf(world, id)
  for (const { day, ...metrics } of days) before.days.set(day, metrics)
  for (const { month, keyword, count } of keywords) {
    const known = before.keywords.get(month) ?? new Map<string, number>()
    before.keywords.set(month, known.set(keyword.toLowerCase(), count))
  }
}
