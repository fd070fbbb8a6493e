import { useStore } from '@nanostores/react'
import { CalendarPlus, Plus } from 'lucide-react'
import { useState } from 'react'

import type { Post } from '#shared/posts/posts.ts'
import { $can } from '#site/dashboard/shared/permissions/permissions.ts'
import { $now } from '#site/dashboard/shared/post-dialogs/now.ts'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { formatTime } from '#site/lib/format.ts'
import { mediaQuery } from '#site/lib/media-query.ts'
import { keepFocus } from '#site/ui/keep-focus.ts'
import { PostRow } from '../rows/PostRow.tsx'
import { nameOfDay, nameOfFolded, queueDays } from './days.ts'
import { $freeSlots } from './free-slots.ts'

const $isWide = mediaQuery('(min-width: 40rem)', true)
/** Minimum number of free slots in a row to fold, so that posts come first. */
const MIN_FOLDED = { phone: 2, wide: 4 }
const SLOT =
  'flex min-h-11 w-full items-center gap-3 px-2 py-1 ps-3 text-start text-sm text-soft hover:bg-base-200/60 hover:text-base-content sm:ps-12'

/** Scheduled posts under the headings of their days, with the posting times that are still free. */
export function Queue({ posts }: { posts: readonly Post[] }) {
  const free = useStore($freeSlots)
  const zone = useStore($businessZone)
  const now = useStore($now)
  const mayWrite = useStore($can)('write')
  const min = useStore($isWide) ? MIN_FOLDED.wide : MIN_FOLDED.phone
  const [shown, setShown] = useState<ReadonlySet<number>>(new Set())
  const slots = mayWrite && free.state === 'ready' ? free.data : []
  /** Moves the focus to the first slot, because the pressed button disappears. */
  function unfold(folded: readonly Date[]) {
    setShown(new Set([...shown, ...folded.map(Number)]))
    requestAnimationFrame(() => document.getElementById(slotId(folded[0] ?? now))?.focus())
  }
  return queueDays(posts, slots, zone, { min, shown }).map(day => {
    const name = nameOfDay(day, zone, now)
    const isHeaded = day.items.some(({ folded }) => !folded)
    return (
      <li key={day.key}>
        {isHeaded && (
          <h2 className="border-b border-base-300 bg-base-200/60 px-3 py-1.5 font-sans text-sm font-semibold tracking-normal">
            {name}
          </h2>
        )}
        <ul className="divide-y divide-base-300">
          {day.items.map(({ at, post, folded }) => (
            <li key={post?._id ?? +at} ref={keepFocus}>
              {post ? (
                <PostRow post={post} tab="scheduled" queued />
              ) : folded ? (
                <FoldedSlots
                  name={nameOfFolded(folded, { zone, now, isHeaded })}
                  onShow={() => unfold(folded)}
                />
              ) : (
                <FreeSlot at={at} zone={zone} day={name} />
              )}
            </li>
          ))}
        </ul>
      </li>
    )
  })
}

const slotId = (at: Date) => `slot-${+at}`

const FreeSlot = ({ at, zone, day }: { at: Date; zone: string; day: string }) => (
  <a id={slotId(at)} href={`/dashboard/create-post?at=${at.toISOString()}`} className={SLOT}>
    <span className="grid h-8 w-12 shrink-0 place-items-center rounded-field border border-dashed border-edge">
      <Plus aria-hidden="true" className="size-4" />
    </span>
    <span className="tabular-nums">
      {formatTime(at, zone)}
      <span className="sr-only">, {day}</span> · free slot
      <span className="sr-only">: create a post</span>
    </span>
  </a>
)

const FoldedSlots = ({ name, onShow }: { name: string; onShow: () => void }) => (
  <button type="button" onClick={onShow} className={`cursor-pointer ${SLOT}`}>
    <span className="grid h-8 w-12 shrink-0 place-items-center">
      <CalendarPlus aria-hidden="true" className="size-4.5" />
    </span>
    <span>
      {name} · <span className="underline underline-offset-4">Show</span>
    </span>
  </button>
)
