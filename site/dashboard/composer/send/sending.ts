import { atom, computed, onMount } from 'nanostores'

import { networkNames } from '#shared/format-list.ts'
import type { NetworkId } from '#shared/networks.ts'
import { plural } from '#shared/plural.ts'
import type { DeliveryState } from '#shared/posts/posts.ts'
import { $content, hasContent } from '#site/dashboard/composer/draft/content.ts'
import { $draft, $enabled, $identity } from '#site/dashboard/composer/draft/draft.ts'
import { $media } from '#site/dashboard/composer/media/media.ts'
import { loadPart } from '#site/dashboard/shared/lazy-part.ts'
import { clearSentRecord, saveSentRecord } from '#site/dashboard/shared/sent-record.ts'
import { $businessZone, formatDueIn } from '#site/dashboard/shared/zone.ts'

export const loadSending = () => loadPart(() => import('./send.ts'))

export type Sending = { state: 'idle' | 'checking' | 'sent' } | { state: 'uploading'; fraction: number }

export const $sending = atom<Sending>({ state: 'idle' })

export const $busy = computed($sending, ({ state }) => state === 'uploading' || state === 'checking')

export const $unsent = computed(
  [$content, $media],
  (content, media) => media.length > 0 || hasContent(content),
)

onMount($sending, () =>
  $unsent.listen(unsent => {
    if (!unsent) return
    if ($sending.get().state === 'sent') $sending.set({ state: 'idle' })
    dismissSuccess()
  }),
)

export type SentPost = {
  postId: string
  line: string
  /** The api's message, unless the post waits for approval or networks have responded. */
  message?: string | undefined
  /** Sentences about media that a network doesn't take. */
  notes: readonly string[]
  at?: Date
  /** Number of posts in the series. */
  occurrences?: number
  tab: 'scheduled' | 'progress' | 'published' | 'attention'
}

/** The last post sent from this window, until it is undone, dismissed or followed by another. */
export const $sentPost = atom<SentPost | undefined>(undefined)

export type CreatedPost = {
  postId: string
  message: string
  /** The time that the api chose, if it did. */
  publishAt?: string
  occurrences?: number
  results: { platform: string; success: boolean; message?: string; state?: DeliveryState }[]
}

/** Shows and records a sent post, before the composer is cleared. */
export function showSentPost({ postId, message, publishAt: chosenByApi, occurrences, results }: CreatedPost) {
  const inReview = results.some(({ state }) => state === 'in_review')
  const { isScheduled, publishAt } = $draft.get()
  const at = !isScheduled ? null : chosenByApi ? new Date(chosenByApi) : publishAt
  const post: SentPost = {
    postId,
    line:
      occurrences && at
        ? describeSeries(occurrences, at, inReview)
        : describeSending($enabled.get(), at, inReview),
    notes: results.flatMap(result => result.message ?? []),
    tab: at || inReview ? 'scheduled' : 'progress',
    ...(!inReview && { message }),
    ...(at && { at }),
    ...(occurrences && { occurrences }),
  }
  $sentPost.set(post)
  saveSentRecord({
    state: 'accepted',
    draftId: $identity.get().id,
    summary: occurrences
      ? post.line
      : inReview
        ? 'Your post was sent for approval'
        : at
          ? `Your post was s${post.line.slice(1)}`
          : `Your post was accepted, and is on its way to ${networkNames($enabled.get())}`,
    href: sentPostPath(post),
  })
}

export const sentPostPath = ({ tab, postId }: SentPost) => `/dashboard/view-post?tab=${tab}&post=${postId}`

/** Returns 'Scheduled for Mon 30 Nov, 9:30 pm on Facebook and Instagram'. */
export const describeSending = (enabled: readonly NetworkId[], at: Date | null, inReview = false) =>
  inReview
    ? `Sent for approval. ${at ? `Goes out ${formatDueIn($businessZone.get(), at)}` : 'Goes out'} on ${networkNames(enabled)} once approved`
    : at
      ? `Scheduled for ${formatDueIn($businessZone.get(), at)} on ${networkNames(enabled)}`
      : `On its way to ${networkNames(enabled)}`

/** Returns '12 posts scheduled, the first for Mon 30 Nov, 9 am on Facebook'. */
const describeSeries = (count: number, first: Date, inReview: boolean) =>
  `${plural(count, 'post')} ${inReview ? 'sent for approval' : 'scheduled'}, the first for ${formatDueIn($businessZone.get(), first)} on ${networkNames($enabled.get())}`

export function dismissSentPost() {
  $sentPost.set(undefined)
  clearSentRecord()
}

/** Dismisses a success, but not a post on its way, whose failure must be seen. */
export function dismissSuccess() {
  const tab = $sentPost.get()?.tab
  if (tab === 'scheduled' || tab === 'published') dismissSentPost()
}
