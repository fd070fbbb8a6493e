import { type ReactNode, useEffect, useState } from 'react'

import type { NetworkId } from '#shared/networks.ts'
import { plural } from '#shared/plural.ts'
import type { PostExtras } from '#shared/posts/extras.ts'
import { NO_MESSAGE } from '#shared/text/graphemes.ts'
import { ClampedText } from '#site/ui/ClampedText.tsx'
import { MediaThumbnail, type PreviewFile } from '#site/ui/media/MediaThumbnail.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { MarkedText, Remarkable } from '#site/ui/remarks/MarkedText.tsx'
import { Pins } from '#site/ui/remarks/Pins.tsx'
import { useRemarks } from '#site/ui/remarks/Remarks.tsx'

type Shown = {
  /** Shows the texts from beginning to end. */
  whole?: boolean | undefined
  /** Videos can be played. */
  plays?: boolean | undefined
  /** Shown in place of an empty text. */
  placeholder?: string | undefined
  /** Wraps the message in the controls that edit it. */
  editable?: ((shown: ReactNode) => ReactNode) | undefined
}

export type FilesProps = Shown & { media: readonly PreviewFile[] }

export type PreviewProps = FilesProps & {
  name: string
  username: string
  picture: string
  text: string
  time: string
  /** First comment; empty without one. */
  comment: string
  /** An event, an offer, a button, or the parts of an article. */
  extras?: PostExtras | undefined
  /** The picture that is the cover of the video. */
  cover?: { url: string } | undefined
  /** The preview of a link, which Facebook shows under a post without files. */
  link?: ReactNode
}

/** Returns the index of the file whose remark is to be shown, or -1. */
export function useRevealedFile(media: FilesProps['media']): number {
  const revealed = useRemarks()?.revealed?.anchor
  return revealed && 'mediaId' in revealed ? media.findIndex(({ id }) => id === revealed.mediaId) : -1
}

const SHOWN = 5

/** Shows one file large, two side by side, and three or more in two rows with a count over the last. */
const LAYOUTS: Record<number, { grid: string; first: string; rest: string }> = {
  1: { grid: 'grid-cols-1', first: 'max-h-96 w-full', rest: '' },
  2: { grid: 'grid-cols-2', first: 'aspect-[1/2] size-full', rest: 'aspect-[1/2] size-full' },
  3: { grid: 'grid-cols-2', first: 'col-span-2 aspect-[2/1] w-full', rest: 'aspect-square w-full' },
  4: { grid: 'grid-cols-2', first: 'aspect-square w-full', rest: 'aspect-square w-full' },
  5: {
    grid: 'grid-cols-6',
    first: 'col-span-3 aspect-square w-full',
    rest: 'col-span-3 aspect-square w-full nth-[n+3]:col-span-2',
  },
}

/**
 * Shows the first files, as the network does. The others appear when their count is pressed, or when a remark on one of them is
 * shown.
 */
export function MediaGrid({ media, plays }: FilesProps) {
  const [isUnfolded, setUnfolded] = useState(false)
  const isRevealed = useRevealedFile(media) >= SHOWN
  const isPlacing = useRemarks()?.isPlacing ?? false
  useEffect(() => {
    if (isRevealed || isPlacing) setUnfolded(true)
  }, [isRevealed, isPlacing])
  const layout = LAYOUTS[Math.min(media.length, SHOWN)]
  if (!layout) return null
  const more = isUnfolded ? 0 : media.length - SHOWN
  return (
    <div className={`relative grid gap-0.5 ${layout.grid}`}>
      {media.slice(0, isUnfolded ? undefined : SHOWN).map((item, index) => (
        <div
          key={item.id}
          className={`relative overflow-clip ${index === 0 ? layout.first : layout.rest}`}
          style={media.length === 1 ? { aspectRatio: item.ratio } : undefined}
        >
          <MediaThumbnail paper plays={plays} item={item} className="size-full" />
          <Pins file={item} />
        </div>
      ))}
      {more > 0 && (
        <button
          type="button"
          className="absolute end-0 bottom-0 grid aspect-square w-[calc((100%-0.25rem)/3)] cursor-pointer place-items-center bg-neutral/70
            text-xl font-semibold text-neutral-content -outline-offset-4"
          onClick={() => setUnfolded(true)}
        >
          +{more}
          <span className="sr-only"> more</span>
        </button>
      )}
    </div>
  )
}

type PreviewTextProps = Shown & {
  network?: NetworkId
  text: string
  lines: 3 | 6
  before?: ReactNode
  more?: string
}

/** A text with its line breaks, hashtags, mentions and links. `network` is set for a message, which can have remarks. */
export function PreviewText({
  network,
  text,
  lines,
  before,
  more = 'See more',
  whole,
  placeholder = NO_MESSAGE,
  editable = shown => shown,
}: PreviewTextProps) {
  const content = (
    <>
      {before}
      {text === '' && <span className="text-soft">{placeholder}</span>}
      <MarkedText text={text} network={network} />
    </>
  )
  const look = 'text-sm leading-snug'
  const shown = whole ? (
    <p dir="auto" className={`wrap-anywhere whitespace-pre-wrap ${look}`}>
      {content}
    </p>
  ) : (
    <ClampedText lines={lines} more={more} inline={more.startsWith('…')} className={look}>
      {content}
    </ClampedText>
  )
  return network ? editable(<Remarkable network={network}>{shown}</Remarkable>) : shown
}

export const AttachedCount = ({ network, count }: { network: NetworkId; count: number }) => (
  <p className="flex shrink-0 items-center gap-2 text-xs text-soft tabular-nums">
    {count > 0 && plural(count, 'file')}
    <NetworkMark network={network} decorative className="size-4.5" />
  </p>
)
