import { blueskyControl } from '../bluesky/control.ts'
import type { NetworkName } from '../networks.ts'
import { wordpressControl } from '../wordpress/control.ts'
import type { NetworkControl } from './network-control.ts'

const controls: Partial<Record<NetworkName, NetworkControl>> = {
  bluesky: blueskyControl,
  wordpress: wordpressControl,
}

export const NETWORK_CONTROLS = Object.values(controls)

export const networkControlOf = (provider: unknown): NetworkControl | undefined =>
  new Map<unknown, NetworkControl>(Object.entries(controls)).get(provider)
