import { atom, computed } from 'nanostores'

import type { NetworkId } from '#shared/networks.ts'
import { $draft, $enabled } from '#site/dashboard/composer/draft/draft.ts'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { roomFor } from '#site/dashboard/shared/post-dialogs/url.ts'

const $chosen = atom<NetworkId | undefined>(undefined)

export const $shownNetwork = computed([$enabled, $chosen], (enabled, chosen): NetworkId | undefined =>
  chosen && enabled.includes(chosen) ? chosen : enabled[0],
)

/** True with room for all platforms beside each other. */
export const $isWide = roomFor('(min-width: 80rem)')

/** True if each platform has its own message, and all of them are shown. */
export const $areBeside = computed(
  [$isWide, $draft, $enabled],
  (isWide, { sameMessage }, enabled) => isWide && !sameMessage && enabled.length > 1,
)

export const showNetwork = (network: NetworkId) => $chosen.set(network)
export const showFirstNetwork = () => $chosen.set(undefined)

/** UTM tags that links get when a post of the selected business is sent. */
export const $linkTags = computed($selectedDomain, domain => domain?.linkTags ?? null)
