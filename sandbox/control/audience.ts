import type { InferOutput } from 'valibot'

import { audienceOf } from '../world/audiences.ts'
import type { World } from '../world/world.ts'
import { type AudienceOrder, InvalidOrder } from './orders.ts'

/** Sets followers and engagement by day. Other days keep their values. */
export function setAudience(world: World, order: InferOutput<typeof AudienceOrder>): void {
  const { account, followers, days = [] } = order
  if (!world.pages.has(account) && !world.instagramAccounts.has(account))
    throw new InvalidOrder(`The sandbox has no Page or account ${account}.`)
  const before = audienceOf(world, account)
  const changes = days.map(({ day, ...figures }) => [day, figures] as const)
  world.audiences.set(account, {
    followers: followers ?? before.followers,
    days: new Map([...before.days, ...changes]),
  })
}
