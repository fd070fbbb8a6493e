import { atom, computed } from 'nanostores'

import type { MediaKind } from '#shared/media.ts'
import { type NetworkId, networks } from '#shared/networks.ts'
import { $media } from './media.ts'

/** What goes to a network that takes pictures or one video; the first file decides until the author does. */
const $chosenKind = atom<MediaKind | undefined>(undefined)

export const chooseKind = (kind: MediaKind) => $chosenKind.set(kind)
export const resetKind = () => $chosenKind.set(undefined)

export const $oneKind = computed([$media, $chosenKind], (media, chosen): MediaKind =>
  chosen && media.some(({ kind }) => kind === chosen) ? chosen : (media[0]?.kind ?? 'image'),
)

/** The positions of the media that go to each network. */
export const $positions = computed([$media, $oneKind], (media, oneKind): Record<NetworkId, number[]> => {
  const all = media.map((_, position) => position)
  const ofKind = all.filter(position => media[position]?.kind === oneKind)
  const some = oneKind === 'video' ? ofKind.slice(0, 1) : ofKind
  const positionsFor = (network: NetworkId) => (networks[network].mixesPicturesAndVideos ? all : some)
  return { facebook: positionsFor('facebook'), instagram: positionsFor('instagram') }
})
