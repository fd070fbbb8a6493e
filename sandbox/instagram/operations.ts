import type { Operation } from '../graph/operation.ts'
import { commentById } from '../world/comments.ts'
import { readAccount } from './account.ts'
import {
  hideComment,
  listComments,
  listReplies,
  publishComment,
  publishReply,
  removeComment,
} from './comments.ts'
import { createContainer } from './create-container.ts'
import { readInsights } from './insights.ts'
import { exchangeForLongLived, refreshToken } from './login.ts'
import { listMedia, listStories } from './media.ts'
import { readNode } from './nodes.ts'
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
