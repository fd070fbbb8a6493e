import { Film, ImageOff, Play } from 'lucide-react'
import { useState } from 'react'

import type { CalendarEntry } from '#shared/calendar/calendar.ts'

type PictureProps = { picture: NonNullable<CalendarEntry['picture']>; className: string }

/** A post's first picture. Its alt text is read with the post, not in every list. */
export function Picture({ picture: { kind, url }, className }: PictureProps) {
  const [broken, setBroken] = useState(false)
  const Missing = kind === 'video' ? Film : ImageOff
  return (
    <span
      className={`relative grid shrink-0 place-items-center overflow-hidden rounded-selector bg-base-200 text-soft ${className}`}
    >
      {url && !broken ? (
        <>
          <img
            src={url}
            alt=""
            loading="lazy"
            decoding="async"
            draggable={false}
            onError={() => setBroken(true)}
            className="size-full object-cover"
          />
          {kind === 'video' && (
            <Play aria-hidden="true" className="absolute size-4 fill-mark stroke-base-content" />
          )}
        </>
      ) : (
        <Missing aria-hidden="true" className="size-4" />
      )}
    </span>
  )
}
