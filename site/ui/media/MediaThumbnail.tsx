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
export function MediaThumbnail({ item, className, paper = false, plays = false }: MediaThumbnailProps) {
  const { kind, name, url, altText, poster } = item
  if (url === '') {
    const Icon = kind === 'video' ? Film : ImageIcon
    return (
      <span className={`grid place-items-center bg-base-200 text-soft ${className}`}>
        <Icon className="size-8" strokeWidth={1.25} />
      </span>
    )
  }
  if (kind === 'image' || (poster && !plays))
    return (
      <img
        src={poster ?? url}
        alt={altText}
        decoding="async"
        loading="lazy"
        draggable={false}
        className={`${paper ? 'bg-paper' : 'bg-base-200'} object-cover ${className}`}
      />
    )
  if (plays)
    return (
      <video
        src={url}
        poster={poster}
        controls
        playsInline
        preload="metadata"
        aria-label={`Video ${name}`}
        className={`bg-base-200 ${className}`}
      />
    )
  return (
    <span className={`relative block overflow-hidden bg-base-200 ${className}`}>
      <VideoFrame url={url} name={name} />
    </span>
  )
}
