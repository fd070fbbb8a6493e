import { useStore } from '@nanostores/react'

import type { Post } from '#shared/posts/posts.ts'
import { DeliveryRow } from '#site/dashboard/shared/post-dialogs/DeliveryRow.tsx'
import {
  dueAt,
  excerptOf,
  NO_MESSAGE,
  sharedMessage,
  withoutGaps,
} from '#site/dashboard/shared/post-dialogs/messages.ts'
import { $now } from '#site/dashboard/shared/post-dialogs/now.ts'
import { Thumbnail } from '#site/dashboard/shared/post-dialogs/Thumbnail.tsx'
import { pathToPost } from '#site/dashboard/shared/post-dialogs/url.ts'
import { formatExact, formatRelative } from '#site/lib/format.ts'
import { ClampedText } from '#site/ui/ClampedText.tsx'
import { Time } from '#site/ui/Time.tsx'
import { CardActions } from './CardActions.tsx'

export function PostCard({ post }: { post: Post }) {
  const now = useStore($now)
  const message = sharedMessage(post)
  const due = dueAt(post)
  const [cover] = post.media
  const [first] = post.deliveries
  const name = excerptOf(message ?? first?.message ?? '')
  return (
    <article
      aria-label={name}
      className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-4 gap-y-3 rounded-box border border-base-300 bg-raised p-4
        sm:grid-cols-[7rem_minmax(0,1fr)] sm:gap-x-5 sm:p-5"
    >
      <a href={pathToPost(post._id)} className="block self-start lg:row-span-2">
        <span className="sr-only">Details of {name}</span>
        {cover && <Thumbnail item={cover} more={post.media.length - 1} />}
      </a>
      <div className="grid grid-cols-1 content-start gap-1.5">
        <p className="flex flex-wrap items-baseline gap-x-3 text-xs text-soft">
          <Time instant={due} relative={formatRelative(due, now)} exact={formatExact(due)} />
          <span aria-hidden="true">{formatExact(due)}</span>
        </p>
        {message !== undefined && (
          <ClampedText lines="two" more="Show all" className="text-sm">
            {withoutGaps(message) || NO_MESSAGE}
          </ClampedText>
        )}
      </div>
      <ul className="grid grid-cols-1 gap-2 max-lg:col-span-2">
        {post.deliveries.map(delivery => (
          <li key={delivery._id} className="rounded-field border border-base-300 px-3.5 py-2.5">
            <DeliveryRow post={post} delivery={delivery} showMessage={message === undefined} />
          </li>
        ))}
      </ul>
      <CardActions post={post} name={name} />
    </article>
  )
}
