import type { GraphCall, Operation } from '../graph/operation.ts'
import { commentById } from '../world/comments.ts'
import { changeComment, likeComment, listComments, publishComment, removeComment } from './comments.ts'
import { editPost, deletePost } from './edit-posts.ts'
import { publishFeed } from './feed.ts'
import { readInsights } from './insights.ts'
import { readNode } from './nodes.ts'
import {
  FEED_PARAMETERS,
  FEED_READ_PARAMETERS,
  PHOTO_PARAMETERS,
  POST_PARAMETERS,
  POSTS_READ_PARAMETERS,
  STORY_PARAMETERS,
  VIDEO_PARAMETERS,
} from './parameters.ts'
import { publishPhoto } from './photos.ts'
import { listPosts } from './posts.ts'
import { inspectToken } from './sign-in/debug-token.ts'
import { exchangeToken } from './sign-in/login.ts'
import {
  listAccounts,
  listBusinesses,
  listPermissions,
  listPortfolioPages,
  revokePermissions,
} from './sign-in/people.ts'
import { listStories, publishPhotoStory, publishVideoStory, receiveStory, storyFaults } from './stories.ts'
import { readSession, receiveBytes, startSession } from './videos/resumable-upload.ts'
import { listVideos, publishVideo, videoFaults } from './videos/videos.ts'

const EXCHANGE = [
  'client_id',
  'client_secret',
  'redirect_uri',
  'code',
  'grant_type',
  'fb_exchange_token',
  'set_token_expires_in_60_days',
]

const LIKE = ['feedback_source', 'nectar_module', 'tracking']

const isComment = ({ world, id }: GraphCall) => commentById(world, id) !== undefined
const ofPostOrComment = (call: GraphCall) => [isComment(call) ? 'act' : 'post']

/** Facebook's Graph operations. The first match wins. */
export const FACEBOOK_OPERATIONS: readonly Operation[] = [
  { method: 'GET', path: 'oauth/access_token', faults: ['token'], parameters: EXCHANGE, run: exchangeToken },
  { method: 'POST', path: 'oauth/access_token', faults: ['token'], parameters: EXCHANGE, run: exchangeToken },
  { method: 'GET', path: 'debug_token', parameters: ['input_token'], run: inspectToken },
  { method: 'GET', path: ':id/accounts', faults: ['accounts'], parameters: [], run: listAccounts },
  { method: 'GET', path: ':id/businesses', faults: ['businesses'], parameters: [], run: listBusinesses },
  {
    method: 'GET',
    path: ':id/owned_pages',
    faults: ['owned_pages'],
    parameters: [],
    run: listPortfolioPages('ownedPageIds'),
  },
  {
    method: 'GET',
    path: ':id/client_pages',
    faults: ['client_pages'],
    parameters: [],
    run: listPortfolioPages('clientPageIds'),
  },
  {
    method: 'GET',
    path: ':id/insights',
    faults: ['insights'],
    parameters: [
      'breakdown',
      'date_preset',
      'metric',
      'period',
      'show_description_from_api_doc',
      'since',
      'until',
    ],
    run: readInsights,
  },
  { method: 'GET', path: ':id/permissions', parameters: ['permission', 'status'], run: listPermissions },
  { method: 'DELETE', path: ':id/permissions', parameters: ['permission'], run: revokePermissions },
  { method: 'POST', path: ':id/feed', faults: ['feed'], parameters: FEED_PARAMETERS, run: publishFeed },
  { method: 'POST', path: ':id/photos', faults: ['photos'], parameters: PHOTO_PARAMETERS, run: publishPhoto },
  {
    method: 'POST',
    path: ':id/videos',
    faults: videoFaults,
    parameters: VIDEO_PARAMETERS,
    run: publishVideo,
  },
  {
    method: 'POST',
    path: ':id/photo_stories',
    faults: ['photo_stories'],
    parameters: ['photo_id'],
    run: publishPhotoStory,
  },
  {
    method: 'POST',
    path: ':id/video_stories',
    faults: storyFaults,
    parameters: STORY_PARAMETERS,
    run: publishVideoStory,
  },
  {
    method: 'POST',
    path: 'rupload:*',
    faults: ['video_stories.transfer'],
    parameters: [],
    run: receiveStory,
  },
  {
    method: 'GET',
    path: ':id/stories',
    faults: ['stories'],
    parameters: ['since', 'status', 'until'],
    run: listStories,
  },
  {
    method: 'POST',
    path: ':id/uploads',
    faults: ['videos.start'],
    parameters: ['file_length', 'file_name', 'file_type', 'session_type'],
    run: startSession,
  },
  { method: 'POST', path: 'upload:*', faults: ['videos.transfer'], parameters: [], run: receiveBytes },
  { method: 'GET', path: 'upload:*', faults: ['videos.offset'], parameters: [], run: readSession },
  { method: 'GET', path: ':id/videos', faults: ['posts'], parameters: ['type'], run: listVideos },
  {
    method: 'GET',
    path: ':id/feed',
    faults: ['posts'],
    parameters: FEED_READ_PARAMETERS,
    run: listPosts('feed'),
  },
  {
    method: 'GET',
    path: ':id/published_posts',
    faults: ['posts'],
    parameters: FEED_READ_PARAMETERS,
    run: listPosts('published_posts'),
  },
  {
    method: 'GET',
    path: ':id/posts',
    faults: ['posts'],
    parameters: POSTS_READ_PARAMETERS,
    run: listPosts('posts'),
  },
  {
    method: 'GET',
    path: ':id/scheduled_posts',
    faults: ['posts'],
    parameters: [],
    run: listPosts('scheduled_posts'),
  },
  {
    method: 'POST',
    path: ':id/comments',
    faults: ({ world, id }) => [commentById(world, id) ? 'replies' : 'comments'],
    parameters: ['message', 'attachment_id', 'attachment_share_url', 'attachment_url'],
    run: publishComment,
  },
  {
    method: 'GET',
    path: ':id/comments',
    faults: ['comments.read'],
    parameters: ['filter', 'order', 'since', 'summary'],
    run: listComments,
  },
  {
    method: 'GET',
    path: ':id',
    faults: ({ world, id }) => {
      if (world.videos.has(id)) return ['status']
      if (world.pagePosts.has(id)) return ['post']
      if (commentById(world, id)) return ['comment']
      return world.photos.has(id) ? [] : ['accounts']
    },
    parameters: [],
    run: readNode,
  },
  { method: 'POST', path: ':id/likes', faults: ['act'], parameters: LIKE, run: likeComment },
  { method: 'DELETE', path: ':id/likes', faults: ['act'], parameters: LIKE, run: likeComment },
  {
    method: 'POST',
    path: ':id',
    faults: ofPostOrComment,
    parameters: POST_PARAMETERS,
    run: call => (isComment(call) ? changeComment(call) : editPost(call)),
  },
  {
    method: 'DELETE',
    path: ':id',
    faults: ofPostOrComment,
    parameters: [],
    run: call => (isComment(call) ? removeComment(call) : deletePost(call)),
  },
]
