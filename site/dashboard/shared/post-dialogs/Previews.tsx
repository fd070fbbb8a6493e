import { useStore } from '@nanostores/react'

import { mediaTaken } from '#shared/media/network-media.ts'
import { isCanceled } from '#shared/posts/changes.ts'
import type { Post } from '#shared/posts/posts.ts'
import { $zoneOf } from '#site/dashboard/shared/zone.ts'
import { formatDayTime } from '#site/lib/format.ts'
import { PostPreviews } from '#site/ui/PostPreviews.tsx'
import { goesOutWhenApproved, ONCE_APPROVED } from './messages.ts'

type PreviewsProps = { post: Post; whole: boolean }

/** A post as its networks show it; on all of them if it is cancelled on all. */
export function Previews({ post, whole }: PreviewsProps) {
  const zone = useStore($zoneOf)(post.domainId)
  const planned = post.deliveries.filter(delivery => !isCanceled(delivery))
  const kinds = post.media.map(({ kind }) => kind)
  return (
    <PostPreviews
      whole={whole}
      posts={(planned.length > 0 ? planned : post.deliveries).map(delivery => ({
        network: delivery.network,
        name: delivery.account?.name || delivery.writtenFor || '',
        username: delivery.account?.username ?? '',
        picture: delivery.account?.picture ?? '',
        text: delivery.message.trim(),
        time: goesOutWhenApproved(post)
          ? ONCE_APPROVED
          : formatDayTime(delivery.publishedAt ?? delivery.publishAt, zone),
        comment: delivery.firstComment?.message ?? '',
        media: (delivery.mediaPositions ?? mediaTaken(delivery.network, kinds)).flatMap(
          position => post.media[position] ?? [],
        ),
      }))}
    />
  )
}
