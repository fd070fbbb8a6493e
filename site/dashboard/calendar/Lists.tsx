import { useStore } from '@nanostores/react'
import { Plus, CalendarClock } from 'lucide-react'
import { useDeferredValue, useRef } from 'react'

import { CALENDAR_MESSAGES } from '#shared/calendar/calendar.ts'
import { Chip } from '#site/dashboard/calendar/Chip.tsx'
import { emptyDayMessage, $activeKey, $zone, today, todayKey } from '#site/dashboard/calendar/days.ts'
import { $over } from '#site/dashboard/calendar/drag.ts'
import { $listed } from '#site/dashboard/calendar/Earlier.tsx'
import { FreeSlot } from '#site/dashboard/calendar/grid/Cells.tsx'
import { type Item, isWhole } from '#site/dashboard/calendar/items.ts'
import { $freeByDay, suggestedTime } from '#site/dashboard/calendar/slots.ts'
import { $byDay, $entries, $openDay } from '#site/dashboard/calendar/store.ts'
import { turnDayBySwipe } from '#site/dashboard/calendar/swipe.ts'
import { Allowed, $mayChange } from '#site/dashboard/shared/permissions.tsx'
import { readPost } from '#site/dashboard/shared/post-dialogs/details.ts'
import { askToReschedule } from '#site/dashboard/shared/post-dialogs/dialogs.ts'
import { showPost } from '#site/dashboard/shared/post-dialogs/live-posts.ts'
import { excerptOf } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { specialDay } from '#site/dashboard/shared/special-days.ts'
import { formatFullDay, formatWeekday } from '#site/lib/format.ts'
import { toast, withErrorToast } from '#site/lib/toasts.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { BusyButton, ButtonLink } from '#site/ui/Button.tsx'
import { readDay, dayKey } from '#site/ui/date-time-picker/days.ts'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { SkeletonRows } from '#site/ui/states.tsx'

const TITLE_ID = 'calendar-day'

/** The chosen day's posts, below a phone's grid of dots. */
export function DayList() {
  const key = useStore($activeKey)
  const isLoading = useStore($entries).state === 'loading'
  const day = readDay(key)
  if (!day) return null
  return (
    <section ref={turnDayBySwipe} aria-labelledby={TITLE_ID} className="mt-3 grid grid-cols-1 gap-3">
      <div className="flex items-center justify-between gap-3">
        <DayTitle day={day} id={TITLE_ID} isLive />
        <CreateLink day={day} />
      </div>
      {isLoading ? <SkeletonRows rows={2} label="Loading posts..." /> : <DayPosts day={day} />}
    </section>
  )
}

/** All posts of a day, because cells of the grid show only some. */
export function DayDialog() {
  const day = useStore($openDay)
  if (!day) return null
  return (
    <Modal
      wide
      title={formatFullDay(day)}
      onClose={() => $openDay.set(undefined)}
      actions={<CreateLink primary day={day} />}
    >
      <DayPosts day={day} />
    </Modal>
  )
}

const SHOWN_FIRST = 50

/** The days that have posts. Renders those that fit a window before the first paint. */
export function Agenda() {
  const listed = useStore($listed)
  const shown = useDeferredValue(listed, firstDays(SHOWN_FIRST, listed))
  return (
    <ol className="grid grid-cols-1 gap-6">
      {shown.map(([key]) => (
        <Day key={key} dayKey={key} />
      ))}
    </ol>
  )
}

/** Returns whole days until they have `count` posts. */
function firstDays(count: number, days: [string, Item[]][]) {
  let posts = 0
  return days.filter(([, items]) => {
    const fits = posts < count
    posts += items.length
    return fits
  })
}

/** A day, on which posts can be dropped. `content-visibility` clips outlines outside its padding. */
function Day({ dayKey }: { dayKey: string }) {
  const isOver = useStore($over) === dayKey
  const day = readDay(dayKey)
  if (!day) return null
  return (
    <li
      data-day={dayKey}
      className={`-m-1 grid grid-cols-1 gap-1.5 rounded-box p-1 [contain-intrinsic-size:auto_12rem] [content-visibility:auto] ${isOver ? 'bg-primary/25 forced-colors:outline-2' : ''}`}
    >
      <DayTitle day={day} />
      <DayPosts day={day} />
    </li>
  )
}

function DayTitle({ day, id, isLive }: { day: Date; id?: string; isLive?: boolean }) {
  const special = specialDay(day, useStore($zone))
  return (
    <h3
      id={id}
      aria-live={isLive ? 'polite' : undefined}
      className="flex flex-wrap items-center gap-x-2 text-base"
    >
      {formatWeekday(day)}
      {special && <span className="font-normal text-soft">{special}</span>}
      {!isLive && dayKey(day) === todayKey() && <Badge tone="iris">Today</Badge>}
    </h3>
  )
}

function CreateLink({ day, primary }: { day: Date; primary?: boolean }) {
  const at = suggestedTime(useStore($freeByDay), useStore($zone), day)
  return (
    at && (
      <Allowed to="write">
        <ButtonLink
          variant={primary ? 'primary' : 'plain'}
          href={`/dashboard/create-post?at=${at.toISOString()}`}
          icon={<Plus />}
        >
          <span>
            Create<span className="max-[24rem]:sr-only"> post</span>
          </span>
        </ButtonLink>
      </Allowed>
    )
  )
}

/** The dialog moves a whole post or one network. For several, see the post's details. */
const canReschedule = (item: Item) => item.movable && (isWhole(item) || item.entries.length === 1)

/** Loads an item's post, then opens it to be moved, unless `isWanted` returns false meanwhile. */
const rescheduleItem = (item: Item, isWanted: () => boolean) =>
  withErrorToast('This post didn’t load. Check your connection and try again.', async () => {
    const post = await readPost(item.postId)
    if (!isWanted()) return
    if ($mayChange.get()(post))
      return askToReschedule({ post, ...(!isWhole(item) && { deliveryId: item.id }) })
    showPost(post)
    toast('error', CALENDAR_MESSAGES.fixed)
  })

/** A day's posts by their time, and its free slots. */
function DayPosts({ day }: { day: Date }) {
  const items = useStore($byDay).get(dayKey(day)) ?? []
  const slots = useStore($freeByDay).get(dayKey(day)) ?? []
  return (
    <>
      {items.length === 0 && <p className="text-soft">{emptyDayMessage(day, today())}</p>}
      <ul className="grid grid-cols-1 gap-1.5 empty:hidden">
        {items.map(item => (
          <li
            key={item.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-1 sm:grid-cols-[minmax(0,1fr)_2.25rem]"
          >
            <Chip item={item} />
            {canReschedule(item) && <RescheduleButton item={item} />}
          </li>
        ))}
      </ul>
      <div role="group" aria-label="Free slots" className="flex flex-wrap gap-2 empty:hidden">
        {slots.map(at => (
          <FreeSlot key={+at} inList at={at} className="min-h-9 px-3 text-sm pointer-coarse:min-h-11" />
        ))}
      </div>
    </>
  )
}

function RescheduleButton({ item }: { item: Item }) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <BusyButton
      ref={button}
      small
      variant="quiet"
      className="btn-square"
      aria-label={`Reschedule ${excerptOf(item.excerpt)}`}
      onClick={() => rescheduleItem(item, () => button.current?.isConnected === true)}
      icon={<CalendarClock />}
    />
  )
}
