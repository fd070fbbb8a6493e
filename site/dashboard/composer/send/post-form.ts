import type { MediaItem } from '#shared/media/media.ts'
import type { NetworkId } from '#shared/networks.ts'
import { coverAmong, takesExtras } from '#shared/posts/extras-rules.ts'
import type { PostData } from '#shared/posts/posts.ts'
import {
  $identity,
  commentFor,
  type Draft,
  type Identity,
  messageFor,
  extrasFor,
} from '#site/dashboard/composer/draft/draft.ts'
import type { DraftMedia } from '#site/dashboard/composer/media/media.ts'
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
  /** Sends the post for approval. */
  submit?: boolean
  /** The saved draft, which is deleted when the post is created, unless another window has changed it. */
  from?: Identity | undefined
}

/** Builds the `data` of auth/createPosts, apart from the time of sending. Covers come after the files, of which networks get some. */
export function postData(outgoing: Outgoing): Omit<PostData, 'timestamp'> {
  const { draft, enabled, media, positions, timeZone, submit, from } = outgoing
  const covers = coversOf(outgoing)
  const count = media.length + covers.length
  return {
    platforms: enabled.map(platform => ({
      platform,
      message: messageFor(draft, platform),
      ...(commentFor(draft, platform).trim() && { firstComment: commentFor(draft, platform) }),
      ...(takesExtras(platform) && { extras: extrasFor(draft, platform) }),
      ...(positions[platform].length < count && { media: positions[platform] }),
    })),
    mediaIds: [
      ...media.flatMap(({ upload }) => (upload.state === 'uploaded' ? upload.item._id : [])),
      ...covers,
    ],
    ...(draft.isScheduled && draft.slot && { slot: 'next' as const }),
    ...(draft.isScheduled && draft.repeat && { repeat: draft.repeat, texts: [...draft.texts] }),
    textOnly: draft.textOnly && media.length === 0,
    ...(submit && { submit }),
    ...(from && { draftId: from.id, draftVersion: from.version }),
    labels: [...draft.labels],
    altTexts: media.map(({ altText }) => altText.trim()),
    timeZone,
  }
}

/** Returns the covers of networks that get a single video. */
const coversOf = ({ draft, enabled, media, positions, covers }: Outgoing): string[] =>
  enabled.flatMap(network => {
    const [only, ...others] = positions[network].map(position => media[position])
    const cover = coverAmong(covers, extrasFor(draft, network))
    return cover && only?.kind === 'video' && others.length === 0 ? [cover._id] : []
  })

/**
 * Returns '' for the next free slot, because the api chooses it: a resent post must equal the first even if another slot is
 * free by then.
 */
export const scheduledTime = ({ isScheduled, publishAt, slot }: Draft) =>
  isScheduled && publishAt && !slot ? String(unixSeconds(publishAt)) : ''

export function toForm(post: Outgoing): FormData {
  const form = new FormData()
  form.set('data', JSON.stringify({ ...postData(post), timestamp: new Date().toISOString() }))
  form.set('isScheduled', String(post.draft.isScheduled))
  form.set('scheduledTime', scheduledTime(post.draft))
  return form
}

/**
 * Returns the idempotency key: equal for the same draft, content and business, in every window and after a reload, so that
 * resending after a lost connection can't publish twice.
 */
export function idempotencyKey(outgoing: Outgoing): string {
  const post = { ...outgoing, from: undefined, submit: false }
  const data = postData(post)
  // The extras as entered, without the business's default button: that may change between two attempts to send the post.
  const platforms = data.platforms.map(network => ({
    ...network,
    extras: post.draft.extras[network.platform],
  }))
  const whole = [{ ...data, platforms }, scheduledTime(post.draft), shownDomainId()]
  return `${$identity.get().id}-${hash(JSON.stringify(whole))}`
}
