import { Film, ImageIcon } from 'lucide-react'

import { VideoFrame } from '#site/ui/media/VideoFrame.tsx'
import type { DraftMedia } from './media.ts'

/** `paper`: the ground of a picture's transparent parts, as networks show them. */
type MediaThumbnailProps = { item: DraftMedia; className: string; paper?: boolean }

/** A picture, or a video's first frame. */
export const MediaThumbnail = ({ item, className, paper = false }: MediaThumbnailProps) =>
  item.url === '' ? (
    <span className={`grid place-items-center bg-base-200 text-soft ${className}`}>
      {item.kind === 'video' ? (
        <Film aria-hidden="true" className="size-8" strokeWidth={1.25} />
      ) : (
        <ImageIcon aria-hidden="true" className="size-8" strokeWidth={1.25} />
      )}
    </span>
  ) : item.kind === 'image' ? (
    <img
      src={item.url}
      alt={item.altText}
      decoding="async"
      draggable={false}
      className={`${paper ? 'bg-paper' : 'bg-base-200'} object-cover ${className}`}
    />
  ) : (
    <span className={`relative block overflow-hidden bg-base-200 ${className}`}>
      <VideoFrame url={item.url} name={item.name} />
    </span>
  )
