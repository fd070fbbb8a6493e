import { useStore } from '@nanostores/react'

import { networks } from '#shared/networks.ts'
import type { ProviderMedia } from '#shared/posts/provider-posts.ts'
import { NO_MESSAGE } from '#shared/text/graphemes.ts'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { formatExact } from '#site/lib/format.ts'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { ExternalTextLink } from '#site/ui/ExternalButton.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { $opened } from './feed.ts'
import { Counts } from './FeedCard.tsx'

export function FeedDetails() {
  const post = useStore($opened)
  const zone = useStore($businessZone)
  if (!post) return null
  return (
    <Modal wide title="Post Details" onClose={() => $opened.set(undefined)}>
      <div className="grid gap-6">
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          {post.message.trim() || NO_MESSAGE}
        </p>
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 text-sm">
          <dl className="grid gap-1">
            <dt className="text-soft">Published</dt>
            <dd className="font-semibold">{formatExact(post.createdAt, zone)}</dd>
          </dl>
          <Counts post={post} />
        </div>
        {post.media.length > 0 && <Media media={post.media} />}
        {post.permalink && (
          <p className="text-sm">
            <ExternalTextLink href={post.permalink}>
              <NetworkMark network={post.network} decorative className="size-4" />
              View on {networks[post.network].name}
            </ExternalTextLink>
          </p>
        )}
      </div>
    </Modal>
  )
}

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
            className={classNameOf(media)}
          />
        ) : (
          <video
            src={item.url}
            poster={item.poster}
            controls
            playsInline
            preload="metadata"
            aria-label={item.altText || `Video ${index + 1}`}
            className={classNameOf(media)}
          />
        )}
      </li>
    ))}
  </ul>
)

const classNameOf = ({ length }: readonly ProviderMedia[]) =>
  `w-full ${length > 1 ? 'aspect-square object-cover' : 'max-h-[28rem] object-contain'}`
