import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'

import { mediaTaken } from '#shared/media/network-media.ts'
import { isCanceled } from '#shared/posts/changes.ts'
import type { Post } from '#shared/posts/posts.ts'
import { missedOf } from '#shared/posts/state-labels.ts'
import { $comments, commentsOf } from '#site/dashboard/shared/approvals/comments.ts'
import { $may } from '#site/dashboard/shared/permissions.tsx'
import { $zoneOf } from '#site/dashboard/shared/zone.ts'
import { formatDayTime } from '#site/lib/format.ts'
import { type NetworkPost, Remarks } from '#site/ui/Remarks.tsx'
import { goesOutWhenApproved, ONCE_APPROVED } from './messages.ts'

type WithRemarksProps = { post: Post; children: ReactNode }

/** Connects the previews and the discussion of a post; those of all its networks if it is cancelled on all. */
export function WithRemarks({ post, children }: WithRemarksProps) {
  const zone = useStore($zoneOf)(post.domainId)
  const planned = post.deliveries.filter(delivery => !isCanceled(delivery))
  const kinds = post.media.map(({ kind }) => kind)
  const posts = (planned.length > 0 ? planned : post.deliveries).map((delivery): NetworkPost => ({
    network: delivery.network,
    name: delivery.account?.name || delivery.writtenFor || '',
    username: delivery.account?.username ?? '',
    picture: delivery.account?.picture ?? '',
    text: delivery.message.trim(),
    time: goesOutWhenApproved(post)
      ? ONCE_APPROVED
      : `${missedOf([delivery], new Date()) ? 'Was due ' : ''}${formatDayTime(delivery.publishedAt ?? delivery.publishAt, zone)}`,
    comment: delivery.firstComment?.message ?? '',
    media: (delivery.mediaPositions ?? mediaTaken(delivery.network, kinds)).flatMap(
      position => post.media[position] ?? [],
    ),
  }))
  return (
    <Remarks
      posts={posts}
      comments={commentsOf(useStore($comments), post._id)}
      mayRemark={useStore($may)(post.domainId, 'comment')}
    >
      {children}
    </Remarks>
  )
}
