import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { api } from '#site/lib/api/api.ts'

/** Returns the selected business's posting times between two instants, with the post that has taken each. */
export async function readUpcomingSlots(from: Date, to: Date) {
  const query = { from: from.toISOString(), to: to.toISOString(), timeZone: $businessZone.get() }
  return (await (await api.slots.upcoming.$get({ query })).json()).data
}
