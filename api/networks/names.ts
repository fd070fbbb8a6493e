import type { NetworkId } from '#shared/networks.ts'

/** Names of the networks in spreadsheets. The second one is a short name, as in “FB text”. */
export const NETWORK_NAMES: Record<NetworkId, readonly string[]> = {
  facebook: ['facebook', 'fb', 'facebook page', 'facebook pages', 'meta facebook'],
  instagram: ['instagram', 'ig', 'insta', 'instagram business'],
  google: [
    'google',
    'gbp',
    'gmb',
    'google business',
    'google business profile',
    'google my business',
    'google profile',
  ],
  bluesky: ['bluesky', 'bsky', 'blue sky'],
  wordpress: ['wordpress', 'word press', 'wp'],
}
