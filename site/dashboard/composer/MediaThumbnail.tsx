import { Play } from 'lucide-react'

import type { DraftMedia } from './media.ts'

type MediaThumbnailProps = { item: DraftMedia; className: string }

/** A picture, or a video's first frame. */
export const MediaThumbnail = ({ item, className }: MediaThumbnailProps) =>
  item.kind === 'image' ? (
    <img
      src={item.url}
      alt={item.altText}
      decoding="async"
      className={`bg-base-200 object-cover ${className}`}
    />
  ) : (
    <span className={`relative block overflow-hidden bg-base-200 ${className}`}>
      <video
        src={`${item.url}#t=0.1`}
        preload="metadata"
        muted
        playsInline
        tabIndex={-1}
        aria-label={`Video ${item.name}`}
        className="size-full object-cover"
      />
      <span className="absolute inset-0 m-auto grid size-9 place-items-center rounded-full bg-neutral text-neutral-content">
        <Play aria-hidden="true" className="size-4 fill-current" />
      </span>
    </span>
  )
