import type { DraftMedia } from '#site/dashboard/composer/media/media.ts'
import { MediaThumbnail } from '#site/dashboard/composer/media/MediaThumbnail.tsx'

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

export function MediaGrid({ media }: { media: readonly DraftMedia[] }) {
  const layout = LAYOUTS[Math.min(media.length, SHOWN)]
  if (!layout) return null
  const more = media.length - SHOWN
  return (
    <div className={`relative grid gap-0.5 ${layout.grid}`}>
      {media.slice(0, SHOWN).map((item, index) => (
        <MediaThumbnail
          key={item.id}
          paper
          item={item}
          className={index === 0 ? layout.first : layout.rest}
        />
      ))}
      {more > 0 && (
        <p
          className="absolute end-0 bottom-0 grid aspect-square w-[calc((100%-0.25rem)/3)] place-items-center bg-neutral/70 text-xl
            font-semibold text-neutral-content"
        >
          +{more}
          <span className="sr-only"> more</span>
        </p>
      )}
    </div>
  )
}
