import { ChevronLeft, ChevronRight, ImageIcon } from 'lucide-react'
import { type CSSProperties, useState } from 'react'

import type { DraftMedia } from '#site/dashboard/composer/media/media.ts'
import { MediaThumbnail } from '#site/dashboard/composer/media/MediaThumbnail.tsx'
import { INSTAGRAM_RATIOS } from '#site/dashboard/composer/media/problems.ts'

/** Instagram shows all files of a post in the first one's ratio. */
function frameOf({ upload }: DraftMedia): number {
  if (upload.state !== 'uploaded') return 1
  const { width, height } = upload.item
  const { min, max } = INSTAGRAM_RATIOS
  return Math.min(max, Math.max(min, width / height))
}

/** One file at a time, like Instagram: the first whole, letterboxed if its ratio is beyond the limits. */
export function Carousel({ media }: { media: readonly DraftMedia[] }) {
  const [wanted, setWanted] = useState(0)
  const index = Math.min(wanted, Math.max(media.length - 1, 0))
  const item = media[index]
  if (!item) {
    return (
      <div className="grid aspect-square place-items-center bg-base-200 text-soft">
        <ImageIcon className="size-10" strokeWidth={1.25} />
      </div>
    )
  }
  const ratio = frameOf(media[0] ?? item)
  const turn = (label: string, to: number, Icon: typeof ChevronLeft, side: string) =>
    to >= 0 &&
    to < media.length && (
      <button
        type="button"
        aria-label={label}
        onClick={() => setWanted(to)}
        className={`absolute top-1/2 grid size-8 -translate-y-1/2 cursor-pointer place-items-center rounded-full bg-raised/90 ${side}`}
      >
        <Icon className="size-5" />
      </button>
    )
  return (
    <div className="relative bg-base-200">
      <div
        className="mx-auto w-[min(100%,calc(var(--ratio)*46dvh))] max-lg:w-full"
        style={{ aspectRatio: ratio, '--ratio': ratio } as CSSProperties}
      >
        <MediaThumbnail
          key={item.id}
          paper
          item={item}
          className={`size-full ${index === 0 ? 'object-contain!' : ''}`}
        />
      </div>
      {turn('Previous file', index - 1, ChevronLeft, 'start-2')}
      {turn('Next file', index + 1, ChevronRight, 'end-2')}
      {media.length > 1 && (
        <p
          translate="no"
          className="absolute end-2.5 top-2.5 rounded-full bg-neutral/80 px-2.5 py-0.5 text-xs text-neutral-content tabular-nums"
        >
          {index + 1}/{media.length}
        </p>
      )}
    </div>
  )
}
