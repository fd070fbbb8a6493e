import type { Config } from '#api/runtime/config.ts'
import { type BlueskyNetwork, openBluesky } from './bluesky/network.ts'
import { type Facebook, openFacebook } from './facebook/network.ts'
import { type Google, openGoogle } from './google/network.ts'
import { type Instagram, openInstagram } from './instagram/network.ts'
import { openWordPress, type WordPressNetwork } from './wordpress/network.ts'

export type Networks = {
  facebook: Facebook
  instagram: Instagram
  google: Google
  bluesky: BlueskyNetwork
  wordpress: WordPressNetwork
}

/** Creates the clients of all networks. */
export const openNetworks = (config: Config, now: () => Date): Networks => ({
  facebook: openFacebook(config, now),
  instagram: openInstagram(config, now),
  google: openGoogle(config, now),
  bluesky: openBluesky(config, now),
  wordpress: openWordPress(config, now),
})
