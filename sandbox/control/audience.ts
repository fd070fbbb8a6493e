import type { InferOutput } from 'valibot'

import { audienceOf } from '../world/audiences.ts'
import type { World } from '../world/world.ts'
import { type AudienceInput, InvalidInput } from './inputs.ts'
import { NETWORK_CONTROLS } from './network-controls.ts'

/** Sets followers and figures by day. Other days keep their values. */
export function setAudience(world: World, input: InferOutput<typeof AudienceInput>): void {
  const { account, followers, days = [], professionalSince } = input
  const isKnown =
    world.pages.has(account) ||
    world.instagramAccounts.has(account) ||
    NETWORK_CONTROLS.some(part => part.countsFollowers?.(world, account))
  if (!isKnown) throw new InvalidInput(`The sandbox has no Page or account ${account}.`)
  for (const { day, reach, views } of days)
    if (reach !== undefined && views !== undefined && reach > views)
      throw new InvalidInput(`On ${day}, the reach is higher than the views.`)
  const before = audienceOf(world, account)
  const changes = days.map(({ day, ...figures }) => [day, figures] as const)
  world.audiences.set(account, {
    ...before,
    followers: followers ?? before.followers,
    days: new Map([...before.days, ...changes]),
    ...(professionalSince && { professionalSince: new Date(professionalSince) }),
  })
}
