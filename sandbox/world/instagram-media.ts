import type { StoredFile } from '../files/file-store.ts'
import type { PictureSize } from '../files/picture.ts'
import { DAY } from './tokens.ts'
import type { World } from './world.ts'

const CONTAINER_FATES = ['stuck', 'container-error', 'container-expired'] as const
export type ContainerFate = (typeof CONTAINER_FATES)[number]
export const isContainerFate = (kind: string): kind is ContainerFate =>
  CONTAINER_FATES.some(fate => fate === kind)

export interface Container {
  id: string
  accountId: string
  kind: 'image' | 'video' | 'story' | 'carousel'
  caption: string
  altText: string | null
  file: StoredFile | null
  size: PictureSize | null
  isVideo: boolean
  isCarouselItem: boolean
  childIds: string[]
  createdAt: Date
  /** What becomes of it, where it isn't ready soon. */
  fate: ContainerFate | null
  /** The subcode that an ERROR tells. */
  failure: number
  mediaId: string | null
}

export interface InstagramMedia {
  id: string
  accountId: string
  containerId: string
  /** The carousel that shows it; null for what stands on its own. */
  parentId: string | null
  shortcode: string
  createdAt: Date
  likes: number
  comments: number
}

export type ContainerStatus = 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'EXPIRED' | 'ERROR'

export const IMAGE_READY_MS = 100
export const VIDEO_READY_MS = 400
export const QUOTA_TOTAL = 100

export function containerStatus(world: World, container: Container): ContainerStatus {
  if (container.mediaId) return 'PUBLISHED'
  const age = world.now().getTime() - container.createdAt.getTime()
  if (age >= DAY || container.fate === 'container-expired') return 'EXPIRED'
  if (container.fate === 'container-error') return 'ERROR'
  if (container.fate === 'stuck' || age < (container.isVideo ? VIDEO_READY_MS : IMAGE_READY_MS))
    return 'IN_PROGRESS'
  const children = childrenOf(world, container)
  return children.every(child => containerStatus(world, child) === 'FINISHED') ? 'FINISHED' : 'IN_PROGRESS'
}

export const childrenOf = (world: World, container: Container): Container[] =>
  container.childIds.flatMap(id => world.containers.get(id) ?? [])

/** An account's published media, newest first. */
export const mediaOfAccount = (world: World, accountId: string): InstagramMedia[] =>
  [...world.instagramMedia.values()]
    .filter(media => media.accountId === accountId && !media.parentId)
    .toReversed()

/** How many were published in the last 24 hours. */
export const quotaUsage = (world: World, accountId: string): number =>
  mediaOfAccount(world, accountId).filter(media => world.now().getTime() - media.createdAt.getTime() < DAY)
    .length
