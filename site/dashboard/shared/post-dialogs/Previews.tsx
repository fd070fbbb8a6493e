import { useStore } from '@nanostores/react'
import { Film } from 'lucide-react'
import { useState } from 'react'

import type { MediaItem } from '#shared/media/media.ts'
import { mediaTaken } from '#shared/media/network-media.ts'
import { type NetworkId, networks } from '#shared/networks.ts'
import { isCanceled } from '#shared/posts/changes.ts'
import type { Delivery, Post } from '#shared/posts/posts.ts'
import { $zoneOf } from '#site/dashboard/shared/zone.ts'
import { formatDayTime } from '#site/lib/format.ts'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { PostPreview, publishedFile } from '#site/ui/PostPreview.tsx'
import { Tabs } from '#site/ui/Tabs.tsx'
import { goesOutWhenApproved, NO_MESSAGE, ONCE_APPROVED } from './messages.ts'

type PreviewsProps = {
  post: Post
  /** Shows the texts from beginning to end, because somebody decides on them. */
  whole: boolean
}

/**
 * A post as each of its networks shows it: in tabs if all of them get the same, otherwise one below the other, so that nobody
 * approves what they haven't seen.
 */
export function Previews({ post, whole }: PreviewsProps) {
  const [chosen, setChosen] = useState<NetworkId>()
  const planned = post.deliveries.filter(delivery => !isCanceled(delivery))
  const deliveries = planned.length > 0 ? planned : post.deliveries
  const shown = deliveries.find(({ network }) => network === chosen) ?? deliveries[0]
  if (!shown) return null
  return (
    <section aria-label="Preview" className="grid grid-cols-1 gap-4">
      {deliveries.length === 1 ? (
        <Preview post={post} delivery={shown} whole={whole} />
      ) : isSame(post, deliveries) ? (
        <Tabs
          label="Preview"
          tabs={deliveries.map(({ network }) => ({
            key: network,
            label: (
              <>
                <NetworkMark network={network} decorative className="size-4" />
                {networks[network].shortName}
              </>
            ),
          }))}
          selected={shown.network}
          onSelect={setChosen}
        >
          <Preview key={shown._id} post={post} delivery={shown} whole={whole} />
        </Tabs>
      ) : (
        deliveries.map(delivery => (
          <Preview key={delivery._id} post={post} delivery={delivery} whole={whole} />
        ))
      )}
      <Files media={post.media} />
    </section>
  )
}

const positionsFor = ({ media }: Post, { network, mediaPositions }: Delivery): number[] =>
  mediaPositions ??
  mediaTaken(
    network,
    media.map(({ kind }) => kind),
  )

/** Returns true if all networks get the same texts and files. */
const isSame = (post: Post, deliveries: readonly Delivery[]) =>
  new Set(
    deliveries.map(delivery =>
      JSON.stringify([delivery.message, delivery.firstComment?.message, positionsFor(post, delivery)]),
    ),
  ).size === 1

function Preview({ post, delivery, whole }: PreviewsProps & { delivery: Delivery }) {
  const zone = useStore($zoneOf)(post.domainId)
  const { network, account, writtenFor, message, publishAt, publishedAt, firstComment } = delivery
  const name = account?.name || writtenFor || networks[network].name
  return (
    <div className="mx-auto w-full max-w-90">
      <PostPreview
        network={network}
        name={name}
        username={account?.username || name}
        picture={account?.picture ?? ''}
        text={message.trim() || NO_MESSAGE}
        time={goesOutWhenApproved(post) ? ONCE_APPROVED : formatDayTime(publishedAt ?? publishAt, zone)}
        comment={firstComment?.message ?? ''}
        media={positionsFor(post, delivery).flatMap(position => {
          const item = post.media[position]
          return item ? [publishedFile(item, network)] : []
        })}
        whole={whole}
        plays
      />
    </div>
  )
}

/** Every file with its alt text, because a preview cuts pictures and hides those beyond the fifth. */
const Files = ({ media }: { media: readonly MediaItem[] }) => (
  <ul aria-label="Files" className="grid grid-cols-1 gap-2 text-xs text-soft empty:hidden">
    {media.map(item => (
      <li key={item._id} className="flex items-center gap-3">
        <a
          href={item.url}
          target="_blank"
          rel="noreferrer"
          className="grid size-11 shrink-0 place-items-center overflow-hidden rounded-field bg-base-200"
        >
          {item.thumbnailUrl ? (
            <img src={item.thumbnailUrl} alt="" loading="lazy" className="size-full object-cover" />
          ) : (
            <Film aria-hidden="true" className="size-4" />
          )}
          <span className="sr-only">Open {item.name} in a new tab</span>
        </a>
        <span className="min-w-0 wrap-anywhere">
          {item.kind === 'video' ? item.name : item.altText ? `Alt text: ${item.altText}` : 'No alt text'}
        </span>
      </li>
    ))}
  </ul>
)
