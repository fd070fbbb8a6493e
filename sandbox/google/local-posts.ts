import type { BusinessLocation, LocalPost, LocalPostFate } from '../world/entities/google.ts'
import { countWithinLimit, localPostName, localPostState } from '../world/google-business.ts'
import { ids as newIds } from '../world/ids.ts'
import type { World } from '../world/world.ts'
import type { BusinessCall } from './business/call.ts'
import { BusinessError, invalidPost, notFound, overQuota, unknownName } from './business/error.ts'
import { parsed } from './json-field.ts'
import { pageOf } from './paging.ts'
import { receivePhotos } from './post-photos.ts'

const FIELDS = [
  'languageCode',
  'summary',
  'callToAction',
  'event',
  'offer',
  'media',
  'topicType',
  'alertType',
  'scheduledTime',
]
const TOPICS = ['STANDARD', 'EVENT', 'OFFER', 'ALERT']
const MAX_CHARACTERS = 1500
const EDITS_A_MINUTE = 10
/** Matches Australian and international formats. Digits alone aren't a phone number. */
const PHONE_NUMBER = /(?<![\w-])(?:\+\d|\(?0\d|1[38]00)[\d\s().-]{5,}\d(?![\w-])/

/** Creates a post, which becomes public after Google's check. The check rejects texts with a phone number. */
export async function createLocalPost(call: BusinessCall) {
  const { world, body, fault } = call
  const location = ownLocation(call)
  countEdit(world, location)
  const unknown = Object.keys(body).find(name => !FIELDS.includes(name))
  if (unknown) throw unknownName(unknown, " at 'local_post': Cannot find field.")
  if (!location.takesPosts)
    throw new BusinessError(
      400,
      'Precondition check failed.',
      [{ '@type': 'type.googleapis.com/google.mybusiness.v4.ValidationError', errorDetails: [DISABLED] }],
      'FAILED_PRECONDITION',
    )
  const summary = checkedSummary(body['summary'] ?? '')
  const topicType = body['topicType'] ?? ''
  if (!TOPICS.includes(topicType)) throw invalidPost(3, 'topic_type', 'A topic type is required.', topicType)
  if (topicType === 'EVENT' || topicType === 'OFFER') checkEvent(body['event'])
  const post: LocalPost = {
    id: newIds.localPost(),
    locationId: location.id,
    accountId: location.accountId,
    languageCode: body['languageCode'] ?? 'en',
    topicType,
    summary,
    callToAction: callToAction(body['callToAction']),
    photos: await receivePhotos(world, body['media']),
    createdAt: world.now(),
    updatedAt: world.now(),
    fate: fateOf(fault?.kind, summary),
  }
  world.business.localPosts.set(post.id, post)
  return shown(call, post)
}

const DISABLED = {
  code: 'LOCATION_DISABLED_FOR_LOCAL_POST_API',
  field: 'location',
  message: 'This location is not enabled for the local post API.',
}

const fateOf = (fault: string | undefined, summary: string): LocalPostFate =>
  fault === 'stuck' ? 'stuck' : fault === 'rejected' || PHONE_NUMBER.test(summary) ? 'rejected' : 'live'

/** Lists posts newest first, including rejected ones. */
export function listLocalPosts(call: BusinessCall) {
  const location = ownLocation(call)
  const posts = [...call.world.business.localPosts.values()]
    .filter(post => post.locationId === location.id)
    .toReversed()
  const { items, next } = pageOf(posts, call.query, { defaultSize: 20, max: 100 })
  return items.length === 0 ? {} : { localPosts: items.map(post => shown(call, post)), ...next }
}

export function readLocalPost(call: BusinessCall) {
  const post = ownPost(call)
  return { ...shown(call, post), ...(call.fault?.kind === 'stuck' && { state: 'PROCESSING' }) }
}

export function editLocalPost(call: BusinessCall) {
  const post = ownPost(call)
  const mask = (call.query['updateMask'] ?? '').split(',').filter(Boolean)
  if (mask.length === 0) throw new BusinessError(400, 'An update mask is required.')
  countEdit(call.world, ownLocation(call))
  if (mask.includes('summary')) post.summary = checkedSummary(call.body['summary'] ?? '')
  if (mask.includes('callToAction')) post.callToAction = callToAction(call.body['callToAction'])
  post.updatedAt = call.world.now()
  return shown(call, post)
}

export function deleteLocalPost(call: BusinessCall) {
  call.world.business.localPosts.delete(ownPost(call).id)
  return {}
}

/** Returns the location. In v4 the account is part of its name, so another account's path is not found. */
function ownLocation({ world, grant, ids }: BusinessCall): BusinessLocation {
  const location = world.business.locations.get(ids['location'] ?? '')
  if (!location || location.accountId !== ids['account']) throw notFound()
  if (world.business.accounts.get(location.accountId)?.personId !== grant.personId)
    throw new BusinessError(403, 'The caller does not have permission')
  return location
}

function ownPost(call: BusinessCall): LocalPost {
  const location = ownLocation(call)
  const post = call.world.business.localPosts.get(call.ids['post'] ?? '')
  if (post?.locationId !== location.id) throw notFound()
  return post
}

function countEdit(world: World, { id }: BusinessLocation): void {
  if (!countWithinLimit(world, `edits of ${id}`, EDITS_A_MINUTE)) throw overQuota('Edits per profile')
}

function checkedSummary(summary: string): string {
  if (summary === '') throw invalidPost(3, 'summary', 'A summary is required.')
  if ([...summary].length > MAX_CHARACTERS)
    throw invalidPost(12, 'summary', `The summary must be at most ${MAX_CHARACTERS} characters.`)
  return summary
}

function checkEvent(text: string | undefined): void {
  const event = parsed(text, 'event') as { title?: string; schedule?: object } | null
  if (!event?.title || !event.schedule)
    throw invalidPost(3, 'event', 'A title and a whole schedule are required.')
  if ([...event.title].length > 58)
    throw invalidPost(12, 'event.title', 'The title must be at most 58 characters.')
}

function callToAction(text: string | undefined): LocalPost['callToAction'] {
  const action = parsed(text, 'call_to_action') as LocalPost['callToAction']
  if (!action) return null
  const needsUrl = action['actionType'] !== 'CALL'
  if (needsUrl !== Boolean(action['url']))
    throw invalidPost(3, 'call_to_action.url', needsUrl ? 'A url is required.' : 'CALL takes no url.')
  return action
}

function shown({ world, origin }: BusinessCall, post: LocalPost) {
  return {
    name: localPostName(post),
    languageCode: post.languageCode,
    summary: post.summary,
    ...(post.callToAction && { callToAction: post.callToAction }),
    state: localPostState(world, post),
    updateTime: post.updatedAt.toISOString(),
    createTime: post.createdAt.toISOString(),
    searchUrl: `${origin}/google/posts/${post.id}`,
    media: post.photos.map(({ id, file }) => ({
      name: `accounts/${post.accountId}/locations/${post.locationId}/media/localPosts/${id}`,
      mediaFormat: 'PHOTO',
      ...(world.files.has(file) && { googleUrl: `${origin}/files/${file.id}` }),
    })),
    topicType: post.topicType,
  }
}
