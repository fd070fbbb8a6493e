import { useStore } from '@nanostores/react'
import { Plus, CalendarClock, ChevronDown } from 'lucide-react'
import { useEffect, useRef, useState, useId } from 'react'

import { CALENDAR_MESSAGES } from '#shared/calendar/calendar.ts'
import { $freeByDay, suggestedTime } from '#site/dashboard/calendar/advice.ts'
import { Chip } from '#site/dashboard/calendar/Chip.tsx'
import {
  nothingOn,
  shortDay,
  wholeDay,
  $day,
  $zone,
  today,
  todayKey,
  $isWide,
} from '#site/dashboard/calendar/days.ts'
import { $over } from '#site/dashboard/calendar/drag.ts'
import { $listed } from '#site/dashboard/calendar/Earlier.tsx'
import { type Item, urgentFirst, isWhole } from '#site/dashboard/calendar/items.ts'
import { specialDay } from '#site/dashboard/calendar/special-days.ts'
import { $byDay, $entries, $openDay } from '#site/dashboard/calendar/store.ts'
import { turnDayBySwipe } from '#site/dashboard/calendar/swipe.ts'
import { Allowed, $mayChange } from '#site/dashboard/shared/permissions.tsx'
import { readPost } from '#site/dashboard/shared/post-dialogs/details.ts'
import { askToReschedule } from '#site/dashboard/shared/post-dialogs/dialogs.ts'
import { showPost } from '#site/dashboard/shared/post-dialogs/live-posts.ts'
import { excerptOf } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { formatTime } from '#site/lib/format.ts'
import { toast, withErrorToast } from '#site/lib/toasts.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { ButtonLink, Button, BusyButton, keepFocus } from '#site/ui/Button.tsx'
import { readDay, dayKey } from '#site/ui/date-time-picker/days.ts'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { SkeletonRows } from '#site/ui/states.tsx'

const TITLE_ID = 'calendar-day'

/** The chosen day's posts below the grid, where its cells are too small for them. */
export function DayList() {
  const key = useStore($day)
  const isLoading = useStore($entries).state === 'loading'
  const items = useStore($byDay).get(key) ?? []
  const zone = useStore($zone)
  const free = useStore($freeByDay)
  const day = readDay(key)
  if (!day) return null
  const special = specialDay(day, zone)
  const at = suggestedTime(free, zone, day)
  return (
    <section
      ref={turnDayBySwipe}
      aria-labelledby={TITLE_ID}
      data-swipe
      className="mt-3 grid grid-cols-1 gap-3 sm:mt-5"
    >
      <div className="flex items-center justify-between gap-3">
        <h3 id={TITLE_ID} aria-live="polite" className="text-sm min-[24rem]:text-base">
          {shortDay(day)}
          {special && <span className="font-normal text-soft"> {special}</span>}
        </h3>
        {at && <CreateLink at={at} />}
      </div>
      {isLoading ? (
        <SkeletonRows rows={2} label="Loading posts..." />
      ) : items.length === 0 ? (
        <p className="text-soft">{nothingOn(day, today())}</p>
      ) : (
        <Posts items={items} />
      )}
      <FreeTimes day={day} />
    </section>
  )
}

const CreateLink = ({ at, onClick, primary }: { at: Date; onClick?: () => void; primary?: boolean }) => (
  <Allowed to="write">
    <ButtonLink
      variant={primary ? 'primary' : 'plain'}
      href={`/dashboard/create-post?at=${at.toISOString()}`}
      onClick={onClick}
      icon={<Plus />}
    >
      <span>
        Create<span className="max-[24rem]:sr-only"> post</span>
      </span>
    </ButtonLink>
  </Allowed>
)

export function DayDialog() {
  const day = useStore($openDay)
  const byDay = useStore($byDay)
  const zone = useStore($zone)
  const free = useStore($freeByDay)
  if (!day) return null
  const close = () => $openDay.set(undefined)
  const at = suggestedTime(free, zone, day)
  const items = byDay.get(dayKey(day)) ?? []
  return (
    <Modal
      open
      wide
      title={wholeDay(day)}
      onClose={close}
      actions={at && <CreateLink primary at={at} onClick={close} />}
    >
      {items.length === 0 && <p className="text-soft">{nothingOn(day, today())}</p>}
      <Posts items={items} onOpen={close} />
      <FreeTimes day={day} onOpen={close} />
    </Modal>
  )
}

const SHOWN_AT_ONCE = 50

/** The days that have posts, as a list that renders more while scrolling. */
export function Agenda() {
  const listed = useStore($listed)
  const [shown, setShown] = useState(SHOWN_AT_ONCE)
  const more = useRef<HTMLButtonElement>(null)
  const days = upTo(shown, listed)
  const isCut = days.length < listed.length
  const showMore = () => setShown(shown + SHOWN_AT_ONCE)

  useEffect(() => {
    if (!more.current) return
    const observer = new IntersectionObserver(([seen]) => seen?.isIntersecting && showMore(), {
      rootMargin: '400px',
    })
    observer.observe(more.current)
    return () => observer.disconnect()
  })

  return (
    <div className="grid grid-cols-1 gap-6">
      <ol className="grid grid-cols-1 gap-6">
        {days.map(([key, items]) => (
          <Day key={key} dayKey={key} items={items} />
        ))}
      </ol>
      {isCut && (
        <Button ref={more} onClick={showMore} className="justify-self-center">
          Show more
        </Button>
      )}
    </div>
  )
}

/** Returns whole days until `count` posts are reached. */
function upTo(count: number, days: [string, Item[]][]) {
  let posts = 0
  return days.filter(([, items]) => {
    const fits = posts < count
    posts += items.length
    return fits
  })
}

/**
 * A day, on which posts can be dropped. Skips layout far from the viewport, because a month may have hundreds of posts. That
 * clips what is outside the day's padding, which leaves room for the corners and outlines of its posts.
 */
function Day({ dayKey, items }: { dayKey: string; items: Item[] }) {
  const zone = useStore($zone)
  const isOver = useStore($over) === dayKey
  const day = readDay(dayKey)
  if (!day) return null
  const special = specialDay(day, zone)
  return (
    <li
      data-day={dayKey}
      className={`-m-1 rounded-box p-1 [contain-intrinsic-size:auto_12rem] [content-visibility:auto] ${isOver ? 'bg-primary/25 forced-colors:outline-2' : ''}`}
    >
      <h3 className="mb-2 flex items-center gap-2 text-base">
        {shortDay(day)}
        {special && <span className="font-normal text-soft">{special}</span>}
        {dayKey === todayKey() && <Badge tone="iris">Today</Badge>}
      </h3>
      <Posts items={items} />
      <FreeTimes folded day={day} />
    </li>
  )
}

/** True if the dialog can move the item: the whole post, or one of its networks. The post's details offer each of several. */
const canReschedule = (item: Item) => item.movable && (isWhole(item) || item.entries.length === 1)

/**
 * Opens the dialog that moves an item. Loads its post, because the calendar only has the beginning of it.
 * @param isWanted false once the user has left the button meanwhile
 */
const rescheduleItem = (item: Item, isWanted: () => boolean) =>
  withErrorToast('This post didn’t load. Check your connection and try again.', async () => {
    const post = await readPost(item.postId)
    if (!isWanted()) return
    if ($mayChange.get()(post))
      return askToReschedule({ post, ...(!isWhole(item) && { deliveryId: item.id }) })
    showPost(post)
    toast('error', CALENDAR_MESSAGES.fixed)
  })

/** A day's posts in rows, the most urgent first. Where posts can't be dragged to other days, each has a button to move it. */
function Posts({ items, onOpen }: { items: readonly Item[]; onOpen?: () => void }) {
  const isWide = useStore($isWide)
  return (
    <ul className="grid grid-cols-1 gap-1.5">
      {urgentFirst(items).map(item => {
        const hasButton = !isWide && canReschedule(item)
        return (
          <li key={item.id} className="relative grid grid-cols-1" onClick={onOpen}>
            <Chip item={item} variant={hasButton ? 'rowWithButton' : 'row'} />
            {hasButton && <RescheduleButton item={item} />}
          </li>
        )
      })}
    </ul>
  )
}

/** Moves a post without opening it. Lies above its row: on a phone beside the time, so that the row doesn't grow. */
function RescheduleButton({ item }: { item: Item }) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <span
      ref={keepFocus}
      className="absolute end-0 top-0 max-sm:-mt-1 sm:inset-y-0 sm:grid sm:place-items-center"
    >
      <BusyButton
        ref={button}
        small
        variant="quiet"
        className="btn-square"
        aria-label={`Reschedule ${excerptOf(item.excerpt)}`}
        onClick={() => rescheduleItem(item, () => button.current?.isConnected === true)}
        icon={
          <span className="grid size-7 place-items-center rounded-field bg-base-200">
            <CalendarClock className="size-4" />
          </span>
        }
      />
    </span>
  )
}

type FreeTimesProps = {
  day: Date
  /** Shows one line until it is pressed. */
  folded?: boolean
  onOpen?: () => void
}

function FreeTimes({ day, folded, onOpen }: FreeTimesProps) {
  const zone = useStore($zone)
  const labelId = useId()
  const slots = useStore($freeByDay).get(dayKey(day)) ?? []
  if (slots.length === 0) return null
  const label = slots.length === 1 ? 'Free slot' : 'Free slots'
  const links = <Links slots={slots} zone={zone} labelledBy={labelId} onOpen={onOpen} />
  return (
    <Allowed to="write">
      {folded ? (
        <details key={dayKey(day)} className="group text-sm">
          <summary className="flex min-h-11 cursor-pointer items-center gap-1.5 rounded-selector text-soft">
            <ChevronDown className="size-4 shrink-0 group-open:rotate-180" />
            <span id={labelId} className="shrink-0 font-semibold">
              {label}
            </span>
            <span className="truncate tabular-nums group-open:hidden">
              {slots.map(at => formatTime(at, zone)).join(', ')}
            </span>
          </summary>
          {links}
        </details>
      ) : (
        <div className="text-sm">
          <p id={labelId} className="font-semibold text-soft">
            {label}
          </p>
          {links}
        </div>
      )}
    </Allowed>
  )
}

type LinksProps = {
  slots: readonly Date[]
  zone: string
  labelledBy: string
  onOpen?: (() => void) | undefined
}

const Links = ({ slots, zone, labelledBy, onOpen }: LinksProps) => (
  <ul aria-labelledby={labelledBy} className="flex flex-wrap gap-2 py-1">
    {slots.map(at => (
      <li key={+at}>
        <a
          href={`/dashboard/create-post?at=${at.toISOString()}`}
          onClick={onOpen}
          className="flex min-h-11 items-center gap-1 rounded-field border border-dashed border-edge px-3 hover:bg-base-200"
        >
          <Plus className="size-4" />
          <span className="sr-only">Create a post at </span>
          {formatTime(at, zone)}
        </a>
      </li>
    ))}
  </ul>
)
