import { useStore } from '@nanostores/react'
import { ExternalLink } from 'lucide-react'

import { networks } from '#shared/networks.ts'
import type { ProviderMedia, ProviderPost } from '#shared/posts/provider-posts.ts'
import { Counts } from '#site/dashboard/posts/networks/Counts.tsx'
import { NO_MESSAGE } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { formatExact } from '#site/lib/format.ts'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { $opened, close } from './change-feed.ts'

/** One complete post from its network. */
export function FeedDetails() {
  const opened = useStore($opened)
  if (opened.open !== 'details') return null
  return (
    <Modal open wide title="Post Details" onClose={close}>
      <Details post={opened.post} />
    </Modal>
  )
}

const Details = ({ post }: { post: ProviderPost }) => (
  <div className="grid gap-6">
    <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
      {post.message.trim() || NO_MESSAGE}
    </p>
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 text-sm">
      <dl className="grid gap-1">
        <dt className="text-soft">Published</dt>
        <dd className="font-semibold">{formatExact(post.createdAt)}</dd>
      </dl>
      <Counts post={post} />
    </div>
    {post.media.length > 0 && <Media media={post.media} />}
    {post.permalink && (
      <a
        href={post.permalink}
        target="_blank"
        rel="noreferrer"
        className="prose-link inline-flex items-center gap-2 justify-self-start text-sm"
      >
        <NetworkMark network={post.network} decorative className="size-4" />
        View on {networks[post.network].name}
        <ExternalLink aria-hidden="true" className="size-3.5" />
        <span className="sr-only">(opens in a new tab)</span>
      </a>
    )}
  </div>
)

const Media = ({ media }: { media: readonly ProviderMedia[] }) => (
  <ul className={`grid gap-3 ${media.length > 1 ? 'grid-cols-2' : ''}`}>
    {media.map((item, index) => (
      <li key={item.url} className="overflow-hidden rounded-field bg-base-200">
        {item.kind === 'image' ? (
          <img
            src={item.url}
            alt={item.altText || `Picture ${index + 1}`}
            loading="lazy"
            referrerPolicy="no-referrer"
            className={look(media)}
          />
        ) : (
          <video
            src={item.url}
            poster={item.poster}
            controls
            playsInline
            preload="metadata"
            aria-label={item.altText || `Video ${index + 1}`}
            className={look(media)}
          />
        )}
      </li>
    ))}
  </ul>
)

const look = ({ length }: readonly ProviderMedia[]) =>
  `w-full ${length > 1 ? 'aspect-square object-cover' : 'max-h-[28rem] object-contain'}`
