import { atom, computed } from 'nanostores'

import type { NetworkId } from '#shared/networks.ts'
import { $enabled } from '#site/dashboard/composer/draft/draft.ts'

const $chosen = atom<NetworkId | undefined>(undefined)

/** The enabled network whose text and preview are shown. */
export const $shownNetwork = computed([$enabled, $chosen], (enabled, chosen): NetworkId | undefined =>
  chosen && enabled.includes(chosen) ? chosen : enabled[0],
)

export const showNetwork = (network: NetworkId) => $chosen.set(network)
export const showFirstNetwork = () => $chosen.set(undefined)
