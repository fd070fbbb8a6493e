import { missingParameter } from '../graph/graph-error.ts'
import type { GraphCall } from '../graph/operation.ts'
import type { Container, InstagramMedia } from '../world/entities/instagram.ts'
import { ids } from '../world/ids.ts'
import { childrenOf, containerStatus, QUOTA_TOTAL, quotaUsage } from '../world/instagram-media.ts'
import type { World } from '../world/world.ts'
import { requirePublishing } from './account-access.ts'
import { mediaError } from './instagram-error.ts'

/** Publishes a finished container, once. */
export function publishContainer(call: GraphCall) {
  const { world, params, fault } = call
  const account = requirePublishing(call)
  const id = params['creation_id']
  if (!id) throw missingParameter('creation_id')
  const container = world.containers.get(id)
  if (!container || container.accountId !== account.id) {
    throw mediaError(
      24,
      2207008,
      'Media not found',
      'The media builder with this creation id does not exist.',
    )
  }
  if (container.isCarouselItem) {
    throw mediaError(100, 2207023, 'Unknown media type', 'A carousel item is published by its carousel only.')
  }
  if (fault?.kind === 'quota' || quotaUsage(world, account.id) >= QUOTA_TOTAL) {
    throw mediaError(9, 2207042, 'Quota reached', 'The account has reached its daily publishing limit.')
  }
  requireFinished(containerStatus(world, container))

  const media = addMedia(world, container, null)
  for (const child of childrenOf(world, container)) addMedia(world, child, media.id)
  return { id: media.id }
}

function requireFinished(status: ReturnType<typeof containerStatus>): void {
  if (status === 'IN_PROGRESS') {
    const message = 'The media is not ready for publishing, please wait for a moment'
    throw mediaError(9007, 2207027, 'Media is not ready', message)
  }
  if (status === 'PUBLISHED') {
    throw mediaError(24, 2207006, 'Media not found', 'This container has been published already.')
  }
  if (status === 'ERROR') {
    throw mediaError(24, 2207008, 'Media not found', 'The media builder could not be used.')
  }
  if (status === 'EXPIRED') {
    throw mediaError(24, 2207008, 'Media has expired', 'The container has expired. Create a new one.')
  }
}

function addMedia(world: World, container: Container, parentId: string | null): InstagramMedia {
  const media: InstagramMedia = {
    id: ids.instagramMedia(),
    accountId: container.accountId,
    containerId: container.id,
    parentId,
    shortcode: ids.shortcode(),
    createdAt: world.now(),
    likes: 0,
    comments: 0,
  }
  container.mediaId = media.id
  world.instagramMedia.set(media.id, media)
  return media
}
