import { useStore } from '@nanostores/react'
import { Plus } from 'lucide-react'

import type { Post } from '#shared/posts/posts.ts'
import { $can } from '#site/dashboard/shared/permissions/permissions.ts'
import { $now } from '#site/dashboard/shared/post-dialogs/now.ts'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { formatTime } from '#site/lib/format.ts'
import { keepFocus } from '#site/ui/keep-focus.ts'
import { PostRow } from '../rows/PostRow.tsx'
import { nameOfDay, queueDays } from './days.ts'
import { $freeSlots } from './free-slots.ts'

/** Scheduled posts under the headings of their days, with the posting times that are still free. */
export function Queue({ posts }: { posts: readonly Post[] }) {
  const free = useStore($freeSlots)
  const zone = useStore($businessZone)
  const now = useStore($now)
  const mayWrite = useStore($can)('write')
  const slots = mayWrite && free.state === 'ready' ? free.data : []
  return queueDays(posts, slots, zone).map(day => {
    const name = nameOfDay(day, zone, now)
    return (
      <li key={day.key}>
        <h2 className="border-b border-base-300 bg-base-200/60 px-3 py-1.5 font-sans text-sm font-semibold tracking-normal">
          {name}
        </h2>
        <ul className="divide-y divide-base-300">
          {day.items.map(({ at, post }) => (
            <li key={post?._id ?? +at} ref={keepFocus}>
              {post ? (
                <PostRow post={post} tab="scheduled" queued />
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

const FreeSlot = ({ at, zone, day }: { at: Date; zone: string; day: string }) => (
  <a
    href={`/dashboard/create-post?at=${at.toISOString()}`}
    className="flex min-h-11 items-center gap-3 px-2 py-1 ps-3 text-sm text-soft hover:bg-base-200/60 hover:text-base-content sm:ps-12"
  >
    <span className="grid h-8 w-12 place-items-center rounded-field border border-dashed border-edge">
      <Plus aria-hidden="true" className="size-4" />
    </span>
    <span className="tabular-nums">
      {formatTime(at, zone)}
      <span className="sr-only">, {day}</span> · free slot
      <span className="sr-only">: create a post</span>
    </span>
  </a>
)
