import { isAbsenceConclusive, CLOCK_TOLERANCE_MS } from '#api/networks/core/call-time.ts'
import { languageOf } from '#api/networks/core/language.ts'
import type {
  Publishing,
  Publication,
  IntentLog,
  Reconciliation,
  UnansweredCall,
  LateCall,
  LatePosts,
} from '#api/networks/core/network.ts'
import { isSameText } from '#api/networks/core/same-text.ts'
import type { PostExtras, PostKind, Recurrence } from '#shared/posts/extras.ts'
import { parseUrl } from '#shared/text/urls.ts'
import {
  LocalPost,
  readLocalPost,
  waitUntilLive,
  CHECKING_MESSAGE,
  createdAt,
  instanceTimeOf,
  isShown,
  postsSince,
  publishedPost,
  REJECTED_STEP,
} from './posts.ts'
import { type GoogleBusiness, googleRequest } from './request.ts'

/** Publishes to a location of a Business Profile by a single call, after which Google shows or rejects the post. */
export const googlePublishing = (business: GoogleBusiness): Publishing => ({
  id: 'google',
  async publish(publication, intentLog) {
    const finished = intentLog.finished()
    if (finished)
      return waitUntilLive(
        publication,
        intentLog,
        await readLocalPost(business, publication, intentLog, String(finished.result.id)),
        business,
      )
    const { message, extras } = publication
    await intentLog.begin({ summary: message, ...(extras && { extras }) })
    const post = await googleRequest({
      url: `${business.postsUrl}/${publication.accountId}/localPosts`,
      method: 'POST',
      json: bodyOf(publication),
      token: publication.token,
      schema: LocalPost,
      risky: true,
      now: intentLog.now,
    })
    await intentLog.finish({ id: post.name })
    return waitUntilLive(publication, intentLog, post, business)
  },
  latePosts: googleLatePosts(business),
  reconcile: (publication, intentLog, unanswered) =>
    reconcileLocalPost(business, publication, intentLog, unanswered),
})

/** For texts whose language can't be detected, such as a name and a price. */
const DEFAULT_LANGUAGE = 'en'

const bodyOf = (publication: Publication) => ({
  languageCode: languageOf(publication.message) ?? DEFAULT_LANGUAGE,
  summary: publication.message,
  ...topicOf(publication),
  ...(publication.media.length > 0 && {
    media: publication.media.map(({ url }) => ({ mediaFormat: 'PHOTO', sourceUrl: url })),
  }),
})

const TOPICS: Partial<Record<PostKind, string>> = { event: 'EVENT', offer: 'OFFER' }

const topicTypeOf = (extras: PostExtras | null | undefined) => TOPICS[extras?.kind ?? 'update'] ?? 'STANDARD'

function topicOf({ extras, timeZone = 'UTC' }: Publication) {
  const topicType = topicTypeOf(extras)
  if (!extras) return { topicType }
  const { kind, title, start, end, recurrence, coupon, redeemUrl, terms, button, url } = extras
  return {
    topicType,
    ...(kind !== 'update' && {
      event: {
        title,
        schedule: { ...dateAndTime('start', start), ...dateAndTime('end', end) },
        ...(recurrence && { recurrenceInfo: recurrenceInfoOf(recurrence, start, timeZone) }),
      },
    }),
    ...(kind === 'offer' && {
      offer: {
        ...(coupon && { couponCode: coupon }),
        ...(redeemUrl && { redeemOnlineUrl: inAscii(redeemUrl) }),
        ...(terms && { termsConditions: terms }),
      },
    }),
    ...(button && { callToAction: { actionType: button, ...(url && { url: inAscii(url) }) } }),
  }
}

/** Encodes a URL in ASCII, including a host such as `café.example`, because Google's API accepts no other characters. */
const inAscii = (url: string): string => (/^[!-~]*$/.test(url) ? url : (parseUrl(url)?.href ?? url))

/** Converts a local time of the location, such as `2026-12-24T18:00`, to Google's `Date` and `TimeOfDay`. */
function dateAndTime(which: 'start' | 'end', time: string) {
  const [year, month, day, hours, minutes] = time.split(/[-T:]/).map(Number)
  return { [`${which}Date`]: { year, month, day }, [`${which}Time`]: { hours, minutes } }
}

/** Google's names of weekdays, from Monday. */
const DAYS_OF_WEEK = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY']

/**
 * Converts a recurrence. Its days and times are local to the location; only the end of the last day is an instant.
 */
const recurrenceInfoOf = (recurrence: Recurrence, start: string, timeZone: string) => ({
  ...(recurrence.until && { seriesEndTime: endOfDay(recurrence.until, timeZone) }),
  ...patternOf(recurrence, start),
})

function patternOf(recurrence: Recurrence, start: string) {
  if (recurrence.every === 'day') return { dailyPattern: {} }
  if (recurrence.every === 'week')
    return { weeklyPattern: { daysOfWeek: recurrence.weekdays.map(day => DAYS_OF_WEEK[day - 1]) } }
  return {
    monthlyPattern:
      recurrence.on === 'date'
        ? { dayOfMonth: Temporal.PlainDateTime.from(start).day }
        : { dayOfWeekOccurrence: recurrence.on.toUpperCase() },
  }
}

const endOfDay = (day: string, timeZone: string) =>
  Temporal.PlainDateTime.from(`${day}T23:59:59`).toZonedDateTime(timeZone).toInstant().toString()

/**
 * True for a repetition that Google created. The recurring post itself may also have the time of its latest repetition, but it
 * starts when the sent event starts.
 */
const isRepetition = (post: LocalPost, sent: PostExtras | null | undefined) =>
  instanceTimeOf(post) !== undefined && !(sent?.recurrence && startOf(post) === sent.start)

function startOf({ event }: LocalPost): string | undefined {
  const { startDate, startTime } = event?.schedule ?? {}
  if (!startDate) return undefined
  const { hours: hour = 0, minutes: minute = 0 } = startTime ?? {}
  return new Temporal.PlainDateTime(startDate.year, startDate.month, startDate.day, hour, minute).toString({
    smallestUnit: 'minute',
  })
}

/** Delay after which an unlisted post is conclusive, because Google may list a post late. */
const ABSENT_AFTER_MS = 2 * 60_000

/** Searches the location's posts since the call by text and time. Of two deliveries with the same text, each claims one post. */
async function reconcileLocalPost(
  business: GoogleBusiness,
  publication: Publication,
  intentLog: IntentLog,
  unanswered: UnansweredCall,
): Promise<Reconciliation> {
  const recorded = intentLog.recall(REJECTED_STEP, Infinity)?.names
  const rejectedNames: unknown[] = Array.isArray(recorded) ? recorded : []
  const { intent } = unanswered
  const sent =
    intent.summary === undefined
      ? { summary: publication.message, extras: publication.extras }
      : { summary: intent.summary, extras: intent.extras as PostExtras | undefined }
  const found = (await postsSince(business, publication, +unanswered.at - CLOCK_TOLERANCE_MS, intentLog.now))
    .filter(
      post =>
        isSameText(post.summary, sent.summary) &&
        !isRepetition(post, sent.extras) &&
        !rejectedNames.includes(post.name),
    )
    .toSorted((a, b) => distance(a, unanswered) - distance(b, unanswered))
  const claimed = await intentLog.claim(found.map(({ name }) => name))
  const post = found.find(({ name }) => name === claimed)
  if (!post)
    return isAbsenceConclusive(intentLog.now(), unanswered, ABSENT_AFTER_MS)
      ? { state: 'absent' }
      : { state: 'unknown', why: 'The profile does not show it yet.' }
  // A post that Google is still checking is polled by its name from now on.
  return isShown(post)
    ? { state: 'published', published: publishedPost(post) }
    : { state: 'unknown', why: CHECKING_MESSAGE }
}

const distance = (post: LocalPost, { at }: UnansweredCall) => Math.abs(createdAt(post) - +at)

/** Lists a location's posts since a written-off call, and marks those with its content. */
const googleLatePosts = (business: GoogleBusiness): LatePosts => ({
  async list(call, now) {
    const posts = await postsSince(business, call, +call.since, now)
    return posts
      .filter(({ state }) => state !== 'REJECTED')
      .toSorted((a, b) => createdAt(a) - createdAt(b))
      .map(post => ({ id: post.name, isAsSent: isAsSent(post, call) }))
  },
})

const isAsSent = (post: LocalPost, { message, pictures, extras, until }: LateCall) =>
  createdAt(post) <= +until &&
  isSameText(post.summary, message) &&
  post.topicType === topicTypeOf(extras) &&
  (post.callToAction !== undefined) === Boolean(extras?.button) &&
  Boolean(post.event?.recurrenceInfo) === Boolean(extras?.recurrence) &&
  !isRepetition(post, extras) &&
  post.media.length === pictures
