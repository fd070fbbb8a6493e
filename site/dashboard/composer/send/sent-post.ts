import { atom } from 'nanostores'

import { networkNames } from '#shared/listed.ts'
import type { NetworkId } from '#shared/networks.ts'
import { plural } from '#shared/plural.ts'
import { $draft, $enabled, $identity } from '#site/dashboard/composer/draft/draft.ts'
import { clearSentRecord, saveSentRecord } from '#site/dashboard/shared/sent-record.ts'
import { $businessZone, formatDueIn } from '#site/dashboard/shared/zone.ts'

export type SentPost = {
  postId: string
  line: string
  /** Message of the api; missing if the post waits for approval, or the networks have responded. */
  message?: string | undefined
  /** Sentences about media that a network doesn't accept. */
  notes: readonly string[]
  at?: Date
  /** Number of posts in the series, if the post repeats. */
  occurrences?: number
  tab: 'scheduled' | 'progress' | 'published' | 'attention'
}

/** The last post sent from this window, until it is undone or dismissed, or the author begins the next one or leaves. */
export const $sentPost = atom<SentPost | undefined>(undefined)

type SendResult = {
  message: string
  notes: readonly string[]
  inReview: boolean
  chosenByApi?: string | undefined
  occurrences?: number | undefined
}

/** Records what is being sent, before the composer is cleared. */
export function showSentPost(
  postId: string,
  { message, notes, inReview, chosenByApi, occurrences }: SendResult,
) {
  const { isScheduled, publishAt } = $draft.get()
  const at = !isScheduled ? null : chosenByApi ? new Date(chosenByApi) : publishAt
  const post: SentPost = {
    postId,
    line:
      occurrences && at
        ? describeSeries(occurrences, at, inReview)
        : describeSending($enabled.get(), at, inReview),
    notes,
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

/** Ends a success once the author writes the next post. A post on its way is still followed, because its failure must be seen. */
export function endSuccess() {
  const tab = $sentPost.get()?.tab
  if (tab === 'scheduled' || tab === 'published') dismissSentPost()
}
