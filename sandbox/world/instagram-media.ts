import type { Container, ContainerFate, InstagramMedia } from './entities/instagram.ts'
import { DAY } from './tokens.ts'
import type { World } from './world.ts'

const CONTAINER_FATES: readonly string[] = ['stuck', 'container-error', 'container-expired']
export const isContainerFate = (kind: string): kind is ContainerFate => CONTAINER_FATES.includes(kind)

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

/** Lists an account's published media, newest first. */
export const mediaOfAccount = (world: World, accountId: string): InstagramMedia[] =>
  [...world.instagramMedia.values()]
    .filter(media => media.accountId === accountId && !media.parentId)
    .toReversed()

/** Counts media published in the last 24 hours. */
export const quotaUsage = (world: World, accountId: string): number =>
  mediaOfAccount(world, accountId).filter(media => world.now().getTime() - media.createdAt.getTime() < DAY)
    .length

export function productType(media: InstagramMedia, { kind }: Container) {
  if (kind === 'story') return 'STORY'
  return kind === 'video' && !media.parentId ? 'REELS' : 'FEED'
}
