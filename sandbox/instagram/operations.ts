import { parseFields, project, type NodeFields } from '../graph/fields.ts'
import { missingObject } from '../graph/graph-error.ts'
import type { Operation, GraphCall } from '../graph/operation.ts'
import { commentById } from '../world/comments.ts'
import type { Container } from '../world/entities/instagram.ts'
import { containerStatus, type ContainerStatus } from '../world/instagram-media.ts'
import { ownAccount } from './account-access.ts'
import { readAccount } from './account.ts'
import {
  hideComment,
  listComments,
  listReplies,
  publishComment,
  publishReply,
  removeComment,
  readComment,
} from './comments.ts'
import { createContainer } from './create-container.ts'
import { readInsights } from './insights.ts'
import { exchangeForLongLived, refreshToken } from './login.ts'
import { mediaFields } from './media-node.ts'
import { listMedia, listStories } from './media.ts'
import { publishContainer } from './publish.ts'
import { readLimit } from './publishing-limit.ts'

const MEDIA_PARAMETERS = [
  'alt_text',
  'audio_name',
  'caption',
  'children',
  'collaborators',
  'cover_url',
  'image_url',
  'is_carousel_item',
  'location_id',
  'media_type',
  'product_tags',
  'share_to_feed',
  'thumb_offset',
  'trial_params',
  'upload_type',
  'user_tags',
  'video_url',
]

const GRANT = ['grant_type', 'client_secret']

/** Operations of graph.instagram.com. The first match wins. */
export const INSTAGRAM_OPERATIONS: readonly Operation[] = [
  { method: 'GET', path: 'access_token', faults: ['token'], parameters: GRANT, run: exchangeForLongLived },
  { method: 'GET', path: 'refresh_access_token', faults: ['token'], parameters: GRANT, run: refreshToken },
  { method: 'GET', path: 'me', faults: ['accounts'], parameters: [], run: readAccount },
  {
    method: 'POST',
    path: ':id/media',
    faults: ['media'],
    parameters: MEDIA_PARAMETERS,
    run: createContainer,
  },
  { method: 'GET', path: ':id/media', faults: ['posts'], parameters: ['since', 'until'], run: listMedia },
  { method: 'GET', path: ':id/stories', faults: ['stories'], parameters: [], run: listStories },
  {
    method: 'GET',
    path: ':id/insights',
    faults: ['insights'],
    parameters: ['breakdown', 'metric', 'metric_type', 'period', 'since', 'timeframe', 'until'],
    run: readInsights,
  },
  {
    method: 'POST',
    path: ':id/media_publish',
    faults: ['media_publish'],
    parameters: ['creation_id'],
    run: publishContainer,
  },
  {
    method: 'GET',
    path: ':id/content_publishing_limit',
    faults: ['limit'],
    parameters: ['since'],
    run: readLimit,
  },
  {
    method: 'POST',
    path: ':id/comments',
    faults: ['comments'],
    parameters: ['message'],
    run: publishComment,
  },
  { method: 'POST', path: ':id/replies', faults: ['replies'], parameters: ['message'], run: publishReply },
  { method: 'GET', path: ':id/replies', faults: ['comments.read'], parameters: [], run: listReplies },
  { method: 'GET', path: ':id/comments', faults: ['comments.read'], parameters: [], run: listComments },
  {
    method: 'GET',
    path: ':id',
    faults: ({ world, id }) => {
      if (world.containers.has(id)) return ['status']
      if (commentById(world, id)) return ['comment']
      return world.instagramMedia.has(id) ? ['posts'] : ['accounts']
    },
    parameters: [],
    run: readNode,
  },
  { method: 'POST', path: ':id', faults: ['act'], parameters: ['ad_id', 'hide'], run: hideComment },
  { method: 'DELETE', path: ':id', faults: ['act'], parameters: ['ad_id'], run: removeComment },
]

/** Reads a container, published media or the account by id. */
function readNode(call: GraphCall) {
  const { world, id } = call
  const { account } = ownAccount(call)
  if (commentById(world, id)) return readComment(call)
  const fields = parseFields(call.params['fields'] ?? 'id')
  const container = world.containers.get(id)
  if (container?.accountId === account.id)
    return project(containerFields(call), 'IGContainer', container, fields)
  const media = world.instagramMedia.get(id)
  if (media?.accountId === account.id) return project(mediaFields(call), 'IGMedia', media, fields)
  if (container || media) throw missingObject(call.method, id)
  return readAccount(call)
}

const WORDS: Record<Exclude<ContainerStatus, 'ERROR'>, string> = {
  IN_PROGRESS: 'In Progress: Media is still being processed.',
  FINISHED: 'Finished: Media has been uploaded and it is ready to be published.',
  PUBLISHED: 'Published: Media has been published.',
  EXPIRED: 'Expired: The container was not published within 24 hours and has expired.',
}

/** Under a `stuck` fault a finished container stays in progress. */
function containerFields(call: GraphCall): NodeFields<Container> {
  const status = (container: Container) => {
    const real = containerStatus(call.world, container)
    return real === 'FINISHED' && call.fault?.kind === 'stuck' ? 'IN_PROGRESS' : real
  }
  return {
    id: container => container.id,
    status_code: status,
    status(container) {
      const code = status(container)
      return code === 'ERROR'
        ? `Error: Media upload has failed with error code ${container.failure}`
        : WORDS[code]
    },
  }
}
