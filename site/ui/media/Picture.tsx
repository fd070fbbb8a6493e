import { FileText, Film } from 'lucide-react'
import { useState } from 'react'

import type { MediaKind } from '#shared/media/media.ts'

type PictureProps = {
  /** Without a URL, an icon is shown. A thumbnail is shown instead of the file. */
  picture: Shown | undefined
  className: string
}

type Shown = { kind: MediaKind; url?: string | undefined; thumbnailUrl?: string | undefined; more: number }

const FILLS = 'size-full object-cover'

/** A post's first picture or video frame, with the number of the others. Lists contain no alt texts; the post’s details do. */
export function Picture({ picture, className }: PictureProps) {
  const [broken, setBroken] = useState(false)
  const isVideo = picture?.kind === 'video'
  const Missing = isVideo ? Film : FileText
  const { url, thumbnailUrl, more = 0 } = picture ?? {}
  const isShown = !broken && Boolean(thumbnailUrl ?? url)
  const file = { draggable: false, onError: () => setBroken(true), className: FILLS }
  return (
    <span
      className={`relative grid shrink-0 place-items-center overflow-hidden rounded-selector bg-base-200 text-soft ${className}`}
    >
      {!isShown ? (
        <Missing className="size-5" />
      ) : isVideo && !thumbnailUrl ? (
        <video {...file} src={`${url}#t=0.1`} aria-hidden="true" preload="metadata" muted />
      ) : (
        <img
          {...file}
          src={thumbnailUrl ?? url}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
        />
      )}
      {isShown && isVideo && <Film className="absolute end-1 top-1 size-4 text-mark drop-shadow" />}
      <MoreFiles more={more} className="absolute end-0 bottom-0 rounded-ss-selector leading-3.5" />
    </span>
  )
}

/** Returns the thumbnail of a file, without the number of the others. Undefined for a picture without one. */
export const thumbnailOf = (file: { kind?: MediaKind; thumbnailUrl?: string | null } | undefined) =>
  file && (file.thumbnailUrl || file.kind === 'video')
    ? { kind: file.kind ?? 'image', thumbnailUrl: file.thumbnailUrl ?? undefined, more: 0 }
    : undefined

/** The number of a post's other files. */
export const MoreFiles = ({ more, className }: { more: number; className: string }) =>
  more > 0 && (
    <span
      className={`bg-neutral px-0.5 text-[0.6875rem] font-semibold text-neutral-content tabular-nums ${className}`}
    >
      <span translate="no">+{more}</span>
      <span className="sr-only"> more files</span>
    </span>
  )
