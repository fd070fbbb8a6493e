import {
  createLocalPost,
  deleteLocalPost,
  editLocalPost,
  listLocalPosts,
  readLocalPost,
} from '../local-posts.ts'
import { listAccounts, listLocations, readLocation, readVoice } from '../locations.ts'
import { fetchDailyMetrics, listKeywords } from '../performance.ts'
import { listReviews, putReviewReply, readReview } from '../reviews.ts'
import type { BusinessMethod } from './call.ts'

const POSTS = 'v4/accounts/:account/locations/:location/localPosts'
const POST = `${POSTS}/:post`
const REVIEWS = 'v4/accounts/:account/locations/:location/reviews'
const REVIEW = `${REVIEWS}/:review`

const datesOf = (name: string) => ['year', 'month', 'day'].map(part => `${name}.${part}`)

/** Business Profile methods. The first match wins. */
export const BUSINESS_METHODS: readonly BusinessMethod[] = [
  {
    method: 'GET',
    path: 'v1/locations/:location:fetchMultiDailyMetricsTimeSeries',
    faults: ['performance'],
    service: 'performance',
    query: ['dailyMetrics', ...datesOf('dailyRange.startDate'), ...datesOf('dailyRange.endDate')],
    run: fetchDailyMetrics,
  },
  {
    method: 'GET',
    path: 'v1/locations/:location/searchkeywords/impressions/monthly',
    faults: ['keywords'],
    service: 'performance',
    query: [
      ...datesOf('monthlyRange.startMonth'),
      ...datesOf('monthlyRange.endMonth'),
      'pageSize',
      'pageToken',
    ],
    run: listKeywords,
  },
  {
    method: 'GET',
    path: 'v1/accounts',
    faults: ['accounts'],
    service: 'accounts',
    query: ['parentAccount', 'pageSize', 'pageToken', 'filter'],
    run: listAccounts,
  },
  {
    method: 'GET',
    path: 'v1/accounts/:account/locations',
    faults: ['accounts', 'locations'],
    service: 'information',
    query: ['readMask', 'pageSize', 'pageToken', 'filter', 'orderBy'],
    run: listLocations,
  },
  {
    method: 'GET',
    path: 'v1/locations/:location',
    faults: ['accounts'],
    service: 'information',
    query: ['readMask'],
    run: readLocation,
  },
  {
    method: 'GET',
    path: 'v1/locations/:location/VoiceOfMerchantState',
    faults: ['voice'],
    service: 'verifications',
    query: [],
    run: readVoice,
  },
  { method: 'POST', path: POSTS, faults: ['localPosts'], service: 'posts', query: [], run: createLocalPost },
  {
    method: 'GET',
    path: POSTS,
    faults: ['posts'],
    service: 'posts',
    query: ['pageSize', 'pageToken'],
    run: listLocalPosts,
  },
  { method: 'GET', path: POST, faults: ['post'], service: 'posts', query: [], run: readLocalPost },
  {
    method: 'PATCH',
    path: POST,
    faults: ['post'],
    service: 'posts',
    query: ['updateMask'],
    run: editLocalPost,
  },
  { method: 'DELETE', path: POST, faults: ['post'], service: 'posts', query: [], run: deleteLocalPost },
  {
    method: 'GET',
    path: REVIEWS,
    faults: ['reviews'],
    service: 'posts',
    query: ['pageSize', 'pageToken', 'orderBy'],
    run: listReviews,
  },
  { method: 'GET', path: REVIEW, faults: ['review'], service: 'posts', query: [], run: readReview },
  {
    method: 'PUT',
    path: `${REVIEW}/reply`,
    faults: ['reply'],
    service: 'posts',
    query: [],
    run: putReviewReply,
  },
]
