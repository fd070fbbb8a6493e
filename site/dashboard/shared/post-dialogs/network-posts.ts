import { useStore } from '@nanostores/react'

import { mediaTaken } from '#shared/media/network-media.ts'
import { isCanceled } from '#shared/posts/changes.ts'
import type { Post } from '#shared/posts/posts.ts'
import { missedOf } from '#shared/posts/state-labels.ts'
import { $zoneOf } from '#site/dashboard/shared/zone.ts'
import { formatDayTime } from '#site/lib/format.ts'
import type { NetworkPost } from '#site/ui/PostPreviews.tsx'
import { goesOutWhenApproved, ONCE_APPROVED } from './messages.ts'

/** Returns what each network gets of a post; of all its networks if it is cancelled on all. */
export function useNetworkPosts(post: Post): NetworkPost[] {
  const zone = useStore($zoneOf)(post.domainId)
  const planned = post.deliveries.filter(delivery => !isCanceled(delivery))
  const kinds = post.media.map(({ kind }) => kind)
  return (planned.length > 0 ? planned : post.deliveries).map(delivery => ({
    network: delivery.network,
    name: delivery.account?.name || delivery.writtenFor || '',
    username: delivery.account?.username ?? '',
    picture: delivery.account?.picture ?? '',
    text: delivery.message.trim(),
    time: goesOutWhenApproved(post)
      ? ONCE_APPROVED
      : `${missedOf([delivery], new Date()) ? 'Was due ' : ''}${formatDayTime(delivery.publishedAt ?? delivery.publishAt, zone)}`,
    extras: delivery.extras,
    comment: delivery.firstComment?.message ?? '',
    media: (delivery.mediaPositions ?? mediaTaken(delivery.network, kinds)).flatMap(
      position => post.media[position] ?? [],
    ),
  }))
}
