import type { InferOutput } from 'valibot'

import { audienceOf } from '../world/audiences.ts'
import type { World } from '../world/world.ts'
import { type AudienceInput, InvalidInput } from './inputs.ts'

/** Sets followers and engagement by day. Other days keep their values. */
export function setAudience(world: World, input: InferOutput<typeof AudienceInput>): void {
  const { account, followers, days = [] } = input
  if (!world.pages.has(account) && !world.instagramAccounts.has(account))
    throw new InvalidInput(`The sandbox has no Page or account ${account}.`)
  const before = audienceOf(world, account)
  const changes = days.map(({ day, ...figures }) => [day, figures] as const)
  world.audiences.set(account, {
    followers: followers ?? before.followers,
    days: new Map([...before.days, ...changes]),
  })
}
