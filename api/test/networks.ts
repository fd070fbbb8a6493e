import type { NetworkId } from '#shared/networks.ts'
import { blueskyTests } from './networks/bluesky.ts'
import { facebookTests } from './networks/facebook.ts'
import { googleTests } from './networks/google.ts'
import { instagramTests } from './networks/instagram.ts'
import type { NetworkTests } from './networks/network-tests.ts'
import { wordpressTests } from './networks/wordpress.ts'

export const NETWORK_TESTS: Record<NetworkId, NetworkTests> = {
  facebook: facebookTests,
  instagram: instagramTests,
  google: googleTests,
  bluesky: blueskyTests,
  wordpress: wordpressTests,
}
