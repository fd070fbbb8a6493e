import type { Config } from '#api/runtime/config.ts'
import type { NetworkId } from '#shared/networks.ts'
import { bluesky } from './bluesky/network.ts'
import type { Adapter, Network } from './core/network.ts'
import { facebook } from './facebook/network.ts'
import { google } from './google/network.ts'
import { instagram } from './instagram/network.ts'
import { wordpress } from './wordpress/network.ts'

export const ADAPTERS = { facebook, instagram, google, bluesky, wordpress } satisfies Record<
  NetworkId,
  Adapter<Network>
>

export type Networks = { [Id in NetworkId]: ReturnType<(typeof ADAPTERS)[Id]['open']> }

/** Creates the clients of all networks. */
export const openNetworks = (config: Config, now: () => Date): Networks =>
  Object.fromEntries(Object.entries(ADAPTERS).map(([id, { open }]) => [id, open(config, now)])) as Networks
