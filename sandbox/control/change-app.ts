import type { InferOutput } from 'valibot'

import type { World } from '../world/world.ts'
import { type AppOrder, UnfitOrder } from './orders.ts'

/** Changes what an app's owner or its provider may change at any time: the secret, and whether calls are left. */
export function changeApp(
  world: World,
  { provider, appId, secret, spent }: InferOutput<typeof AppOrder>,
): void {
  if (secret !== undefined && appId === undefined) throw new UnfitOrder('secret needs the appId.')
  if (secret !== undefined && appId !== undefined) world.appSecrets.set(appId, secret)
  if (spent === undefined) return
  if (provider === 'google') throw new UnfitOrder('spent is for facebook and instagram.')
  if (spent) world.spentApps.add(provider)
  else world.spentApps.delete(provider)
}
