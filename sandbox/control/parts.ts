import { NETWORK_NAMES, type NetworkName, NETWORKS } from '../networks.ts'
import type { NetworkPart } from './part.ts'

type Network = { name: string; part?: () => Promise<NetworkPart> }
const networks: Record<NetworkName, Network> = NETWORKS

const parts = new Map<unknown, NetworkPart>()
for (const name of NETWORK_NAMES) {
  // None of these may import this file, which waits for them.
  const part = await networks[name].part?.()
  if (part) parts.set(name, part)
}

export const PARTS = [...parts.values()]

export const partNamed = (provider: unknown): NetworkPart | undefined => parts.get(provider)
