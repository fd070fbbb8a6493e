import type { InferOutput } from 'valibot'

import type { World } from '../world/world.ts'
import { type AppInput, InvalidInput } from './inputs.ts'

/** Changes an app's secret, or sets whether its calls are used up. */
export function changeApp(
  world: World,
  { provider, appId, secret, spent }: InferOutput<typeof AppInput>,
): void {
  if (secret !== undefined && appId === undefined) throw new InvalidInput('secret needs the appId.')
  if (secret !== undefined && appId !== undefined) world.appSecrets.set(appId, secret)
  if (spent === undefined) return
  if (provider === 'google') throw new InvalidInput('spent is for facebook and instagram.')
  if (spent) world.spentApps.add(provider)
  else world.spentApps.delete(provider)
}
