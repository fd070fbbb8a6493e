import { Film, ImageOff, Play } from 'lucide-react'
import { useState } from 'react'

type PictureProps = {
  /** Without a URL, an icon is shown. */
  picture: { kind: 'image' | 'video'; url?: string; more: number }
  className: string
}

const FILLS = 'size-full object-cover'

/** A post's first picture or video frame, with the number of the others. Lists contain no alt texts; the post’s details do. */
export function Picture({ picture: { kind, url, more }, className }: PictureProps) {
  const [broken, setBroken] = useState(false)
  const isVideo = kind === 'video'
  const Missing = isVideo ? Film : ImageOff
  const shown = { src: url, draggable: false, onError: () => setBroken(true), className: FILLS }
  return (
    <span
      className={`relative grid shrink-0 place-items-center overflow-hidden rounded-selector bg-base-200 text-soft ${className}`}
    >
      {!url || broken ? (
        <Missing className="size-4" />
      ) : isVideo ? (
        <>
          <video
            {...shown}
            src={`${url}#t=0.1`}
            aria-hidden="true"
            preload="metadata"
            muted
            playsInline
            tabIndex={-1}
          />
          <Play className="absolute size-4 fill-mark stroke-base-content" />
        </>
      ) : (
        <img {...shown} alt="" loading="lazy" decoding="async" />
      )}
      <MoreFiles more={more} className="absolute end-0 bottom-0 rounded-ss-selector leading-3.5" />
    </span>
  )
}

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
