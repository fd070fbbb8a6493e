import { blueskyPart } from '../bluesky/control.ts'
import type { NetworkName } from '../networks.ts'
import { wordpressPart } from '../wordpress/control.ts'
import type { NetworkPart } from './part.ts'

const parts: Partial<Record<NetworkName, NetworkPart>> = { bluesky: blueskyPart, wordpress: wordpressPart }

export const PARTS = Object.values(parts)

export const partNamed = (provider: unknown): NetworkPart | undefined =>
  new Map<unknown, NetworkPart>(Object.entries(parts)).get(provider)
