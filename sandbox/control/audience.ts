import type { InferOutput } from 'valibot'

import { audienceOf } from '../world/audiences.ts'
import type { World } from '../world/world.ts'
import { type AudienceOrder, UnfitOrder } from './orders.ts'

/** Sets who follows a Page or account, and what people did on which day. Days that are not named stay as they were. */
export function setAudience(world: World, order: InferOutput<typeof AudienceOrder>): void {
  const { account, followers, days = [] } = order
  if (!world.pages.has(account) && !world.instagramAccounts.has(account))
    throw new UnfitOrder(`No Page or account ${account} is known here.`)
  const before = audienceOf(world, account)
  const told = days.map(({ day, ...figures }) => [day, figures] as const)
  world.audiences.set(account, {
    followers: followers ?? before.followers,
    days: new Map([...before.days, ...told]),
  })
}
