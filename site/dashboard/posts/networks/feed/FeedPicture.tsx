import { ImageOff, Play, TextQuote } from 'lucide-react'
import { useState } from 'react'

import type { ProviderPost } from '#shared/posts/provider-posts.ts'

/** A post's picture, which its network may have deleted. */
export function FeedPicture({ post: { picture, media } }: { post: ProviderPost }) {
  const [broken, setBroken] = useState(false)
  const more = media.length - 1
  return (
    <span className="relative grid aspect-square place-items-center overflow-hidden rounded-field bg-base-200 text-soft">
      {!picture ? (
        <TextQuote aria-hidden="true" className="size-6" />
      ) : broken ? (
        <ImageOff aria-hidden="true" className="size-6" />
      ) : (
        <img
          src={picture}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setBroken(true)}
          className="size-full object-cover"
        />
      )}
      {media[0]?.kind === 'video' && (
        <span className="absolute inset-0 m-auto grid size-9 place-items-center rounded-full bg-neutral text-neutral-content">
          <Play aria-hidden="true" className="size-4 fill-current" />
        </span>
      )}
      {more > 0 && (
        <span
          translate="no"
          className="absolute end-1.5 bottom-1.5 rounded-full bg-neutral px-2 py-0.5 text-xs font-semibold text-neutral-content tabular-nums"
        >
          +{more}
        </span>
      )}
    </span>
  )
}
