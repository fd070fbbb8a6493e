import type { BusinessLocation, LocalPost, LocalPostEvent, LocalPostFate } from '../world/entities/google.ts'
import { countWithinLimit, localPostName, localPostState } from '../world/google-business.ts'
import { ids as newIds } from '../world/ids.ts'
import type { World } from '../world/world.ts'
import type { BusinessCall } from './business/call.ts'
import { BusinessError, invalidPost, notFound, overQuota, unknownName } from './business/error.ts'
import { parseJsonField } from './json-field.ts'
import { pageOf } from './paging.ts'
import { receivePhotos } from './post-photos.ts'
import { validateRecurrence, repetitionsOf } from './recurrence.ts'

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
const EDITS_PER_MINUTE = 10
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
  const hasEvent = topicType === 'EVENT' || topicType === 'OFFER'
  const post: LocalPost = {
    id: newIds.localPost(),
    locationId: location.id,
    accountId: location.accountId,
    languageCode: body['languageCode'] ?? 'en',
    topicType,
    summary,
    // Google ignores the button of an offer.
    callToAction: topicType === 'OFFER' ? null : callToAction(body['callToAction']),
    event: hasEvent ? checkedEvent(body['event']) : null,
    offer: topicType === 'OFFER' ? checkedOffer(body['offer']) : null,
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

/** Lists posts newest first, including rejected ones and, before them, repetitions. */
export function listLocalPosts(call: BusinessCall) {
  const location = ownLocation(call)
  const posts = [...call.world.business.localPosts.values()]
    .filter(post => post.locationId === location.id)
    .toReversed()
  const listed = [...posts.flatMap(post => repetitions(call.world, post)), ...posts]
  const { items, next } = pageOf(listed, call.query, { defaultSize: 20, max: 100 })
  return items.length === 0 ? {} : { localPosts: items.map(post => shown(call, post)), ...next }
}

const repetitions = (world: World, post: LocalPost) =>
  ['LIVE', 'RECURRING'].includes(localPostState(world, post)) ? repetitionsOf(world, post) : []

export function readLocalPost(call: BusinessCall) {
  const post = repetitionNamed(call) ?? ownPost(call)
  return { ...shown(call, post), ...(call.fault?.kind === 'stuck' && { state: 'PROCESSING' }) }
}

export function editLocalPost(call: BusinessCall) {
  requireNoRepetition(call)
  const post = ownPost(call)
  const mask = (call.query['updateMask'] ?? '').split(',').filter(Boolean)
  if (mask.length === 0) throw new BusinessError(400, 'An update mask is required.')
  countEdit(call.world, ownLocation(call))
  if (mask.includes('summary')) post.summary = checkedSummary(call.body['summary'] ?? '')
  if (mask.includes('callToAction')) post.callToAction = callToAction(call.body['callToAction'])
  post.updatedAt = call.world.now()
  return shown(call, post)
}

/** Deletes a post, which ends its repetitions. */
export function deleteLocalPost(call: BusinessCall) {
  requireNoRepetition(call)
  call.world.business.localPosts.delete(ownPost(call).id)
  return {}
}

/** Returns the location. In v4 the account is part of its name, so another account's path is not found. */
export function ownLocation({ world, grant, ids }: BusinessCall): BusinessLocation {
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

const repetitionNamed = ({ world, ids }: BusinessCall): LocalPost | undefined =>
  [...world.business.localPosts.values()]
    .flatMap(post => repetitions(world, post))
    .find(({ id }) => id === ids['post'])

function requireNoRepetition(call: BusinessCall): void {
  if (repetitionNamed(call))
    throw new BusinessError(400, 'Precondition check failed.', [], 'FAILED_PRECONDITION')
}

function countEdit(world: World, { id }: BusinessLocation): void {
  if (!countWithinLimit(world, `edits of ${id}`, EDITS_PER_MINUTE)) throw overQuota('Edits per profile')
}

function checkedSummary(summary: string): string {
  if (summary === '') throw invalidPost(3, 'summary', 'A summary is required.')
  if ([...summary].length > MAX_CHARACTERS)
    throw invalidPost(12, 'summary', `The summary must be at most ${MAX_CHARACTERS} characters.`)
  return summary
}

const SCHEDULE = {
  startDate: ['year', 'month', 'day'],
  startTime: ['hours', 'minutes'],
  endDate: ['year', 'month', 'day'],
  endTime: ['hours', 'minutes'],
}

function checkedEvent(text: string | undefined): LocalPostEvent {
  const event = parseJsonField(text, 'event') as Partial<LocalPostEvent> | null
  if (!event?.title || !event.schedule)
    throw invalidPost(3, 'event', 'A title and a whole schedule are required.')
  checkNames(event, ['title', 'schedule', 'recurrenceInfo'], 'event')
  const { title, schedule, recurrenceInfo } = event
  if ([...title].length > 58) throw invalidPost(12, 'event.title', 'The title must be at most 58 characters.')
  checkNames(schedule, Object.keys(SCHEDULE), 'event.schedule')
  for (const [name, parts] of Object.entries(SCHEDULE)) {
    const value = schedule[name]
    if (!value || parts.some(part => !Number.isInteger(value[part] ?? (name.endsWith('Time') ? 0 : NaN))))
      throw invalidPost(3, `event.schedule.${name}`, 'A title and a whole schedule are required.')
    checkNames(value, [...parts, 'seconds', 'nanos'], `event.schedule.${name}`)
  }
  if (instantOf(schedule, 'end') <= instantOf(schedule, 'start'))
    throw invalidPost(3, 'event.schedule', 'The event must end after it starts.')
  if (recurrenceInfo === undefined) return { title, schedule }
  return { title, schedule, recurrenceInfo: validateRecurrence(recurrenceInfo, { title, schedule }) }
}

function instantOf(schedule: LocalPostEvent['schedule'], which: 'start' | 'end'): number {
  const { year = 0, month = 0, day = 0 } = schedule[`${which}Date`] ?? {}
  const { hours = 0, minutes = 0 } = schedule[`${which}Time`] ?? {}
  return Date.UTC(year, month - 1, day, hours, minutes)
}

const OFFER = ['couponCode', 'redeemOnlineUrl', 'termsConditions']

function checkedOffer(text: string | undefined): Record<string, string> {
  const offer = (parseJsonField(text, 'offer') ?? {}) as Record<string, string>
  checkNames(offer, OFFER, 'offer')
  const url = offer['redeemOnlineUrl']
  if (url && !/^https?:\/\//.test(url)) throw invalidPost(3, 'offer.redeem_online_url', 'The URL is invalid.')
  return offer
}

function checkNames(value: object, known: readonly string[], at: string): void {
  const unknown = Object.keys(value).find(name => !known.includes(name))
  if (unknown) throw unknownName(unknown, ` at 'local_post.${at}': Cannot find field.`)
}

const ACTIONS = ['BOOK', 'ORDER', 'SHOP', 'LEARN_MORE', 'SIGN_UP', 'CALL']

function callToAction(text: string | undefined): LocalPost['callToAction'] {
  const action = parseJsonField(text, 'call_to_action') as LocalPost['callToAction']
  if (!action) return null
  checkNames(action, ['actionType', 'url'], 'call_to_action')
  if (!ACTIONS.includes(action['actionType'] ?? ''))
    throw invalidPost(3, 'call_to_action.action_type', 'The action type is invalid.')
  const needsUrl = action['actionType'] !== 'CALL'
  if (needsUrl !== Boolean(action['url']))
    throw invalidPost(3, 'call_to_action.url', needsUrl ? 'A url is required.' : 'CALL takes no url.')
  return action
}

/** Adds the time of a recurring post's latest repetition, or of its creation before the first. Also sets the deprecated field. */
function eventOf(world: World, post: LocalPost, event: LocalPostEvent) {
  if (!event.recurrenceInfo || localPostState(world, post) === 'PROCESSING') return { event }
  const [latest] = repetitionsOf(world, post)
  const recurringInstanceTime = event.recurringInstanceTime ?? (latest ?? post).createdAt.toISOString()
  return { event: { ...event, recurringInstanceTime }, recurringInstanceTime }
}

function shown({ world, origin }: BusinessCall, post: LocalPost) {
  return {
    name: localPostName(post),
    languageCode: post.languageCode,
    summary: post.summary,
    ...(post.callToAction && { callToAction: post.callToAction }),
    ...(post.event && eventOf(world, post, post.event)),
    ...(post.offer && { offer: post.offer }),
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
