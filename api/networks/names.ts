import type { NetworkId } from '#shared/networks.ts'
import { blueskyNames } from './bluesky/names.ts'
import { facebookNames } from './facebook/names.ts'
import { googleNames } from './google/names.ts'
import { instagramNames } from './instagram/names.ts'
import { wordpressNames } from './wordpress/names.ts'

export const NETWORK_NAMES: Record<NetworkId, readonly string[]> = {
  facebook: facebookNames,
  instagram: instagramNames,
  google: googleNames,
  bluesky: blueskyNames,
  wordpress: wordpressNames,
}
