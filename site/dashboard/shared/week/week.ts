import { atom, computed } from 'nanostores'

import { DAY_MS } from '#shared/durations.ts'
import type { LibraryItem } from '#shared/media/library.ts'
import { NETWORK_IDS } from '#shared/networks.ts'
import { CAPTION_MESSAGES, MAX_WEEK } from '#shared/posts/captions.ts'
import { MAX_COMPARED, similarity, STILL_THE_SAME_TEXT } from '#shared/text/similarity.ts'
import { $accounts } from '#site/dashboard/shared/accounts/store.ts'
import { $selectedId, remoteOfSelection } from '#site/dashboard/shared/domains/store.ts'
import { deleteDrafts } from '#site/dashboard/shared/drafts/bulk.ts'
import { $allAccounts, $drafts, $networksFor } from '#site/dashboard/shared/drafts/store.ts'
import { freeAmong, readUpcomingSlots } from '#site/dashboard/shared/quick-times/times.ts'
import { specialDay } from '#site/dashboard/shared/special-days.ts'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { ApiError, messageOf } from '#site/lib/api/error.ts'
import { readAiText } from '#site/lib/live/ai-text.ts'
import { onLive } from '#site/lib/live/live.ts'
import { randomId } from '#site/lib/random-id.ts'
import { whileShown } from '#site/lib/remote.ts'
import { clockIn } from '#site/lib/wall-clock.ts'
import { dateIn } from '#site/ui/date-time-picker/days.ts'
import { $shownPeriod } from './shown-period.ts'

export type WeekPost = { at: Date } & (
  | { state: 'waiting' | 'writing' | 'stopped' }
  | { state: 'written'; _id: string; text: string; picture: LibraryItem | undefined }
  | { state: 'failed'; message: string }
)

/** The posts of the current or last run. */
export const $week = atom<readonly WeekPost[]>([])
export const $isWritingWeek = computed($week, posts =>
  posts.some(({ state }) => state === 'waiting' || state === 'writing'),
)

/** Combines the states of all accounts. */
export const $accountsLoad = computed(
  $allAccounts,
  all =>
    all.find(({ state }) => state === 'loading') ??
    all.find(({ state }) => state === 'failed') ?? { state: 'ready' as const },
)
export const reloadAccounts = async () => {
  await Promise.all(NETWORK_IDS.map(network => $accounts[network].reload()))
}

export const WEEKS_AHEAD = 12
const AHEAD_MS = WEEKS_AHEAD * 7 * DAY_MS
const OFFERED_MS = 14 * DAY_MS

/** The free posting times of the period in the calendar or, if none, of two weeks from the next one; `unset` without any times. */
export const $openTimes = remoteOfSelection(async (domainId): Promise<Date[] | 'unset'> => {
  if (!domainId) return []
  const { from, to } = $shownPeriod.get() ?? { from: new Date(), to: new Date() }
  const now = new Date()
  const end = new Date(+now + AHEAD_MS)
  const slots = await readUpcomingSlots(now, to > end ? to : end)
  if (slots.length === 0) return 'unset'
  const free = freeAmong(slots)
  const shown = free.filter(at => at >= from && at < to)
  const next = free.filter(at => +at < Number(free[0]) + OFFERED_MS)
  return (shown.length > 0 ? shown : next).slice(0, MAX_WEEK)
})

whileShown($openTimes, reloadSoon => [onLive('delivery', reloadSoon), $drafts.listen(reloadSoon)])

/** Returns the special day in the business's time zone, such as 'Mother’s Day', if any. */
export const occasionAt = (at: Date) => {
  const zone = $businessZone.get()
  return specialDay(dateIn(zone, at), zone)
}

const TOO_ALIKE = 'AI had nothing new to say for this day. Try again with something that’s on.'

let stopping: AbortController | undefined
/** Texts of drafts and of this run, also rejected ones, which AI mustn't repeat. */
let triedTexts: string[] = []

// The drafts of one business aren't shown in another.
$selectedId.listen(() => {
  stopWeek()
  $week.set([])
})

/** Writes a draft for each time, one after the other, so that each differs. Uses the library's pictures as far as they go. */
export async function writeWeek(times: readonly Date[], wishes: string) {
  if ($isWritingWeek.get()) return
  const { signal } = (stopping = new AbortController())
  triedTexts = ($drafts.get().data ?? []).flatMap(({ text, publishAt }) => (publishAt ? text : []))
  $week.set(times.map(at => ({ at, state: 'waiting' })))
  const pictures = await readPictures()
  for (const at of times) {
    if (signal.aborted) break
    put({ at, state: 'writing' })
    try {
      const picture = pictures[writtenPosts($week.get()).length]
      const request = { at, wishes, picture, signal }
      const text = await writePost(request)
      if (text === undefined) {
        put({ at, state: 'failed', message: TOO_ALIKE })
        continue
      }
      const _id = await saveDraft({ ...request, text })
      put({ at, state: 'written', _id, text, picture })
    } catch (error) {
      if (signal.aborted) break
      put({ at, state: 'failed', message: messageOf(error, CAPTION_MESSAGES.failed) })
      if (error instanceof ApiError && ENDS_RUN.has(error.code)) stopWeek()
    }
  }
  for (const { at, state } of $week.get())
    if (state === 'waiting' || state === 'writing') put({ at, state: 'stopped' })
  void $drafts.reload()
}

/** Error codes after which the remaining posts would fail, too. */
const ENDS_RUN = new Set(['unauthenticated', 'forbidden', 'rate_limited', 'upstream', 'network'])

export const stopWeek = () => stopping?.abort()

const put = (changed: WeekPost) =>
  $week.set($week.get().map(post => (+post.at === +changed.at ? changed : post)))

export const textsOf = (posts: readonly WeekPost[]) => writtenPosts(posts).map(({ text }) => text)

const ATTEMPTS = 2

type Request = { at: Date; wishes: string; picture: LibraryItem | undefined; signal: AbortSignal }

/** Returns a text that differs from the week's others; undefined if all attempts resembled one of them. */
async function writePost(request: Request): Promise<string | undefined> {
  const others = textsOf($week.get())
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const text = await requestPost(request)
    triedTexts.push(text)
    if (others.every(other => similarity(text, other) < STILL_THE_SAME_TEXT)) return text
  }
  return undefined
}

async function requestPost({ at, wishes, picture, signal }: Request): Promise<string> {
  const networks = $networksFor.get()({})
  const json = {
    networks,
    day: clockIn($businessZone.get(), at).day,
    occasion: occasionAt(at),
    wishes,
    picture: picture && descriptionOf(picture),
    others: triedTexts.slice(-MAX_WEEK),
  }
  const response = await api.captions.week.$post({ json }, { init: { signal } })
  return (await readAiText(response)).text
}

const descriptionOf = ({ altText, labels }: LibraryItem) => altText || labels.join(', ')

/** Returns the library's newest pictures with a description, the least used first; none after a failure. */
async function readPictures(): Promise<LibraryItem[]> {
  const newest = await dataOf(api.media.library.$get({ query: { kind: 'image' } })).catch(() => [])
  return newest.filter(descriptionOf).toSorted((one, other) => usesOf(one) - usesOf(other))
}

const usesOf = ({ posts, drafts }: LibraryItem) => posts + drafts

async function saveDraft({ at, text, picture, signal }: Request & { text: string }): Promise<string> {
  const id = randomId()
  const content = {
    message: text,
    aiTexts: [text.slice(0, MAX_COMPARED).toWellFormed()],
    networks: {},
    isScheduled: true,
    publishAt: at.toISOString(),
    timeZone: $businessZone.get(),
    media: picture ? [{ mediaId: picture._id, altText: picture.altText }] : [],
  }
  await api.drafts[':id'].$put({ param: { id }, json: { version: 0, content } }, { init: { signal } })
  return id
}

export const writtenPosts = (posts: readonly WeekPost[]) => posts.filter(post => post.state === 'written')

/** Deletes the drafts of the last run, with Undo. */
export async function discardWeek() {
  const ids = writtenPosts($week.get()).map(({ _id }) => _id)
  await deleteDrafts(ids)
  $week.set([])
}
