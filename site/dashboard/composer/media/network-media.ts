import { atom, computed } from 'nanostores'

import type { MediaKind } from '#shared/media/media.ts'
import { mediaTaken, preferredKind } from '#shared/media/network-media.ts'
import { byNetwork, type NetworkId } from '#shared/networks.ts'
import { $stories } from '#site/dashboard/composer/draft/draft.ts'
import { $media } from './media.ts'

/** The author's choice for networks that take pictures or one video; by default, the first file's kind. */
export const $chosenKind = atom<MediaKind | undefined>(undefined)

export const chooseKind = (kind: MediaKind) => $chosenKind.set(kind)
export const resetKind = () => $chosenKind.set(undefined)

const $kinds = computed($media, media => media.map(({ kind }) => kind))

export const $oneKind = computed(
  [$kinds, $chosenKind],
  (kinds, chosen): MediaKind => preferredKind(kinds, chosen) ?? 'image',
)

export const $positions = computed(
  [$kinds, $chosenKind, $stories],
  (kinds, chosen, stories): Record<NetworkId, number[]> =>
    byNetwork(network => mediaTaken(network, kinds, chosen, stories.includes(network))),
)
