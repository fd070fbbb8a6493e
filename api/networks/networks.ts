import type { Config } from '#api/runtime/config.ts'
import { NO_RECORD } from './bluesky/errors.ts'
import { type BlueskyNetwork, openBluesky } from './bluesky/network.ts'
import { NetworkError } from './core/network.ts'
import { type Facebook, openFacebook } from './facebook/network.ts'
import { NO_POST } from './google/feed.ts'
import { type Google, openGoogle } from './google/network.ts'
import { type Instagram, openInstagram } from './instagram/network.ts'
import { isPermission, OBJECT_GONE } from './meta/failures.ts'
import { NO_MODERATION, NO_POST as NO_ARTICLE, TRASHED } from './wordpress/errors.ts'
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

/** Returns true if a network rejected a call because a permission is missing. */
export const isForbidden = ({ code }: NetworkError) =>
  isPermission(code) || code === 'google/PERMISSION_DENIED' || code === NO_MODERATION

const GONE_CODES: readonly string[] = [OBJECT_GONE, NO_POST, NO_RECORD, NO_ARTICLE, TRASHED]

/** Returns true if a call failed because its network no longer has the post. */
export const isPostGone = (error: unknown) => error instanceof NetworkError && GONE_CODES.includes(error.code)
