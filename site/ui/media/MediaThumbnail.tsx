import { Film, ImageIcon } from 'lucide-react'

import type { MediaKind } from '#shared/media/media.ts'
import { VideoFrame } from './VideoFrame.tsx'

/** `url` is empty while there is no file that a browser can show. */
export type ThumbnailItem = {
  kind: MediaKind
  name: string
  url: string
  altText: string
  /** A picture that a video shows until it is played. */
  poster?: string
}

/** A file of a preview. `ratio` is its width divided by its height; missing until it is known. */
export type PreviewFile = ThumbnailItem & { id: number | string; ratio?: number }

type MediaThumbnailProps = {
  item: ThumbnailItem
  className: string
  /** Shows the transparent parts of a picture in white, as networks do. */
  paper?: boolean
  /** Lets the user play a video. */
  plays?: boolean | undefined
}

/** Shows a picture, or a video's first frame. */
export const MediaThumbnail = ({ item, className, paper = false, plays = false }: MediaThumbnailProps) =>
  item.url === '' ? (
    <span className={`grid place-items-center bg-base-200 text-soft ${className}`}>
      {item.kind === 'video' ? (
        <Film className="size-8" strokeWidth={1.25} />
      ) : (
        <ImageIcon className="size-8" strokeWidth={1.25} />
      )}
    </span>
  ) : item.kind === 'image' || (item.poster && !plays) ? (
    <img
      src={item.poster ?? item.url}
      alt={item.altText}
      decoding="async"
      loading="lazy"
      draggable={false}
      className={`${paper ? 'bg-paper' : 'bg-base-200'} object-cover ${className}`}
    />
  ) : plays ? (
    <video
      src={item.url}
      poster={item.poster}
      controls
      playsInline
      preload="metadata"
      aria-label={`Video ${item.name}`}
      className={`bg-base-200 ${className}`}
    />
  ) : (
    <span className={`relative block overflow-hidden bg-base-200 ${className}`}>
      <VideoFrame url={item.url} name={item.name} />
    </span>
  )
