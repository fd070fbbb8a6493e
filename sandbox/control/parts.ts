import { blueskyPart } from '../bluesky/control.ts'
import type { NetworkName } from '../networks.ts'
import { wordpressPart } from '../wordpress/control.ts'
import type { Provider } from '../world/entities/people.ts'
import type { NetworkPart } from './part.ts'

export const PART_OF: Record<Exclude<NetworkName, Provider | 'google'>, NetworkPart> = {
  bluesky: blueskyPart,
  wordpress: wordpressPart,
}

export const PARTS = Object.values(PART_OF)

export const partNamed = (provider: unknown): NetworkPart | undefined =>
  typeof provider === 'string' && Object.hasOwn(PART_OF, provider)
    ? PART_OF[provider as keyof typeof PART_OF]
    : undefined
