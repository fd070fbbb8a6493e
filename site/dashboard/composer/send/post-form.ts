import type { MediaItem } from '#shared/media/media.ts'
import type { NetworkId } from '#shared/networks.ts'
import { buildPostData } from '#shared/posts/draft-post.ts'
import { $identity, type Draft, enteredExtras, type Identity } from '#site/dashboard/composer/draft/draft.ts'
import { type DraftMedia, itemOf } from '#site/dashboard/composer/media/media.ts'
import { shownDomainId } from '#site/lib/api/shown-domain.ts'
import { hash } from '#site/lib/hash.ts'
import { unixSeconds } from '#site/lib/wall-clock.ts'

export type Outgoing = {
  draft: Draft
  enabled: readonly NetworkId[]
  media: readonly DraftMedia[]
  covers: readonly MediaItem[]
  positions: Record<NetworkId, number[]>
  timeZone: string
  submit?: boolean
  /** The saved draft, which creating the post deletes, unless another window has changed it. */
  from?: Identity | undefined
}

/** Returns the `data` of auth/createPosts, without the time of sending. */
export function postData({ draft, enabled, media, covers, submit, from, ...sent }: Outgoing) {
  const extras = Object.fromEntries(enabled.map(network => [network, enteredExtras(draft, network)]))
  const files = media.flatMap(file => {
    const { _id: id, kind } = itemOf(file) ?? {}
    return id && kind ? { id, kind, altText: file.altText } : []
  })
  const data = {
    ...sent,
    draft: { ...draft, extras },
    networks: enabled,
    files,
    covers: covers.map(({ _id }) => _id),
  }
  return {
    ...buildPostData(data),
    ...(submit && { submit }),
    ...(from && { draftId: from.id, draftVersion: from.version }),
  }
}

/** Returns '' for the next free slot, which the api chooses, so that a resent post equals the first. */
export const scheduledTime = ({ isScheduled, publishAt, slot }: Draft) =>
  isScheduled && publishAt && !slot ? String(unixSeconds(publishAt)) : ''

export function toForm(post: Outgoing): FormData {
  const form = new FormData()
  form.set('data', JSON.stringify({ ...postData(post), timestamp: new Date().toISOString() }))
  form.set('isScheduled', String(post.draft.isScheduled))
  form.set('scheduledTime', scheduledTime(post.draft))
  return form
}

/** Returns the same key for the same draft, content and business, so that resending can't publish twice. */
export function idempotencyKey(outgoing: Outgoing): string {
  const post = { ...outgoing, from: undefined, submit: false }
  const data = postData(post)
  // Without the business's default button, which may change between two attempts.
  const entered = post.draft.extras
  const platforms = data.platforms.map(network => ({ ...network, extras: entered[network.platform] }))
  const whole = [{ ...data, platforms }, scheduledTime(post.draft), shownDomainId()]
  return `${$identity.get().id}-${hash(JSON.stringify(whole))}`
}
