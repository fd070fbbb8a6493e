import { ImageOff } from 'lucide-react'
import { useState } from 'react'

import type { MediaItem } from '#shared/media/media.ts'
import { VideoFrame } from '#site/ui/media/VideoFrame.tsx'

/** A post's first picture or video frame, with the number of the others. */
export function Thumbnail({ item, more }: { item: MediaItem; more: number }) {
  const [broken, setBroken] = useState(false)
  return (
    <span className="relative grid aspect-square place-items-center overflow-hidden rounded-field bg-base-200 text-soft">
      {broken ? (
        <ImageOff aria-hidden="true" className="size-6" />
      ) : item.kind === 'image' ? (
        <img
          src={item.thumbnailUrl ?? item.url}
          alt={item.altText}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
          className="size-full object-cover"
        />
      ) : (
        <VideoFrame url={item.url} name={item.name} onError={() => setBroken(true)} />
      )}
      {more > 0 && (
        <span
          translate="no"
          className="absolute end-0.5 bottom-0.5 rounded-full bg-neutral px-1.5 text-xs font-semibold text-neutral-content tabular-nums"
        >
          +{more}
        </span>
      )}
    </span>
  )
}
