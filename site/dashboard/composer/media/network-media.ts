import { atom, computed } from 'nanostores'

import type { MediaKind } from '#shared/media/media.ts'
import { mediaTaken } from '#shared/media/network-media.ts'
import { byNetwork, type NetworkId } from '#shared/networks.ts'
import { $stories } from '#site/dashboard/composer/draft/draft.ts'
import { $media } from './media.ts'

/** The author's choice for networks that take pictures or one video; by default, the first file's kind. */
export const $chosenKind = atom<MediaKind | undefined>(undefined)

export const chooseKind = (kind: MediaKind) => $chosenKind.set(kind)
export const resetKind = () => $chosenKind.set(undefined)

export const $oneKind = computed([$media, $chosenKind], (media, chosen): MediaKind =>
  chosen && media.some(({ kind }) => kind === chosen) ? chosen : (media[0]?.kind ?? 'image'),
)

export const $positions = computed(
  [$media, $oneKind, $stories],
  (media, oneKind, stories): Record<NetworkId, number[]> => {
    const kinds = media.map(({ kind }) => kind)
    return byNetwork(network => mediaTaken(network, kinds, oneKind, stories.includes(network)))
  },
)
