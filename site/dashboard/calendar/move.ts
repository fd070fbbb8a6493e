import { atom } from 'nanostores'
import { type KeyboardEvent, useEffect, useRef } from 'react'

import { CALENDAR_MESSAGES } from '#shared/calendar/calendar.ts'
import { POST_MESSAGES } from '#shared/posts/posts.ts'
import { type Moved, reschedulePost, swapPosts } from '#site/dashboard/shared/post-dialogs/change-posts.ts'
import { composerPath } from '#site/dashboard/shared/post-dialogs/url.ts'
import { openPage } from '#site/dashboard/shared/router.ts'
import { toast } from '#site/lib/toasts.ts'
import { dateIn, daysLater } from '#site/ui/date-time-picker/days.ts'
import { DIALOG } from '#site/ui/dialogs/top-dialog.ts'
import { type View, addQuarters, $hasDayOf, $postZone, showDay } from './days.ts'
import { type Item, isWhole } from './items.ts'
import { changeEntries } from './store.ts'

const DAYS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }
const WEEKS: Record<string, number> = { ArrowUp: -7, ArrowDown: 7 }
const QUARTERS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 }

export const SHORTCUTS = 'Shift+ArrowLeft Shift+ArrowRight Shift+ArrowUp Shift+ArrowDown'

/** Key presses within this time are one move. */
const SETTLE_MS = 600

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'preventDefault'>

/** Moves a post by Shift with an arrow: left and right by a day, up and down by a week in a month, else by 15 minutes. */
export function moveByKey(event: Key, item: Item, view: View) {
  if (!event.shiftKey) return
  const days = DAYS[event.key] ?? (view === 'month' ? WEEKS[event.key] : undefined)
  const quarters = view === 'month' ? undefined : QUARTERS[event.key]
  if (days === undefined && quarters === undefined) return
  event.preventDefault()
  const at =
    days === undefined
      ? addQuarters(item.at, quarters!)
      : daysLater($postZone.get()(item.domainId), item.at, days)
  placeAt(item, at, SETTLE_MS)
}

/** Moves a post, or opens a draft in the composer with the new time. */
export function placeAt(item: Item, at: Date, settleMs = 0) {
  if (item.draftId) openPage(composerPath({ draft: item.draftId, at: at.toISOString() }))
  else moveTo(item, at, settleMs)
}

/** Id of the item that keeps the focus when a move renders it elsewhere. */
const $focusedId = atom<string | undefined>()

/** Returns props for a post's link that restore its focus after a move. */
export function useFocusAfterMove(item: Item) {
  const ref = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if ($focusedId.get() === item.id && !ref.current?.closest(DIALOG)) ref.current?.focus()
  }, [item])
  const onBlur = () => {
    if ($focusedId.get() === item.id && document.hasFocus()) $focusedId.set(undefined)
  }
  return { ref, onBlur }
}

const moving = new Map<string, { item: Item; timer: ReturnType<typeof setTimeout> }>()

/** Shows the post at its new time at once, and saves the move after `settleMs` without another one. */
export function moveTo(item: Item, at: Date, settleMs = 0) {
  if (!item.movable) return void toast('error', CALENDAR_MESSAGES.fixed)
  if (+at === +item.at) return
  if (at <= new Date()) return void toast('error', POST_MESSAGES.pastTime)
  const begun = moving.get(item.id)
  clearTimeout(begun?.timer)
  const first = begun?.item ?? item
  $focusedId.set(item.id)
  place(item, at)
  const timer = setTimeout(() => {
    moving.delete(item.id)
    if (+first.at !== +at) void save(first, at)
  }, settleMs)
  moving.set(item.id, { item: first, timer })
}

/** Moves the whole post if all its networks have this time. */
const movedOf = (item: Item): Moved => ({
  postId: item.postId,
  deliveries: item.entries.map(entry => ({ ...entry, _id: entry.deliveryId })),
  isWhole: isWhole(item),
  repeatsIn: item.repeats ? item.domainId : undefined,
})

const save = (item: Item, at: Date) =>
  reschedulePost(movedOf(item), at, {
    show(at, isSaved) {
      $focusedId.set(item.id)
      place(item, at)
      const zone = $postZone.get()(item.domainId)
      if (isSaved && !$hasDayOf.get()(zone, at)) showDay(dateIn(zone, at))
    },
  }).catch(() => undefined)

export function swap(one: Item, other: Item) {
  if (!one.movable || !other.movable) return void toast('error', CALENDAR_MESSAGES.fixed)
  const show = (at: Date, otherAt: Date) => {
    $focusedId.set(one.id)
    place(one, at)
    place(other, otherAt)
  }
  void swapPosts([movedOf(one), movedOf(other)], show).catch(() => undefined)
}

function place({ entries }: Item, at: Date) {
  const ids = new Set(entries.map(({ deliveryId }) => deliveryId))
  changeEntries(all =>
    all.map(entry => (ids.has(entry.deliveryId) ? { ...entry, publishAt: at.toISOString() } : entry)),
  )
}
