import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react'

import { CALENDAR_MESSAGES } from '#shared/calendar/calendar.ts'
import { POST_MESSAGES, type Post } from '#shared/posts/posts.ts'
import { UNDO_MS } from '#shared/timings.ts'
import {
  daysLater,
  addQuarters,
  type View,
  $day,
  $on,
  $view,
  activateDay,
  showDay,
  $zone,
  $window,
} from '#site/dashboard/calendar/days.ts'
import { type Item, isWhole } from '#site/dashboard/calendar/items.ts'
import { changeEntries } from '#site/dashboard/calendar/store.ts'
import { movedMessage } from '#site/dashboard/shared/post-dialogs/change-posts.ts'
import { refreshPost, showPost } from '#site/dashboard/shared/post-dialogs/live-posts.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { messageOf } from '#site/lib/api/error.ts'
import { toast } from '#site/lib/toasts.ts'
import { dayKey, readDay, addDays, addMonths, dayByKey, dayIn } from '#site/ui/date-time-picker/days.ts'

type Key = { key: string; shiftKey: boolean; preventDefault: () => void }

const DAYS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }
const WEEKS: Record<string, number> = { ArrowUp: -7, ArrowDown: 7 }
const QUARTERS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 }

export const SHORTCUTS = 'Shift+ArrowLeft Shift+ArrowRight Shift+ArrowUp Shift+ArrowDown'

/** Moves the focused post by Shift with an arrow: by a day, in a month by a week, elsewhere by a quarter of an hour. */
export function moveByKey(event: Key, item: Item, view: View) {
  if (!event.shiftKey) return
  const days = DAYS[event.key] ?? (view === 'month' ? WEEKS[event.key] : undefined)
  const quarters = view === 'month' ? undefined : QUARTERS[event.key]
  if (days === undefined && quarters === undefined) return
  event.preventDefault()
  nudgeTo(item, days === undefined ? addQuarters(item.at, quarters!) : daysLater($zone.get(), item.at, days))
}

const PAGES: Record<string, number> = { PageUp: -1, PageDown: 1 }

/**
 * Returns the day to which a key moves, as in any date grid. Exceptions in a week: Page Up and Down move by a week, with
 * Shift by a month, and arrows up and down move among the posts of a day. Shift with an arrow moves posts.
 */
export function dayFrom(view: View, day: Date, { key, shiftKey }: Pick<Key, 'key' | 'shiftKey'>) {
  const isUpOrDown = key === 'ArrowUp' || key === 'ArrowDown'
  if ((shiftKey && key.startsWith('Arrow')) || (view === 'week' && isUpOrDown)) return undefined
  const pages = PAGES[key]
  if (view === 'month' || pages === undefined) return dayByKey(day, key, shiftKey)
  return shiftKey ? addMonths(day, pages) : addDays(day, pages * 7)
}

/** Returns the index within a day to which a key moves: 0 is the day itself, followed by its posts. */
export function postFrom(count: number, at: number, { key, shiftKey }: Pick<Key, 'key' | 'shiftKey'>) {
  const leads: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Escape: 0,
    F2: at === 0 ? 1 : 0,
  }
  const next = shiftKey ? undefined : leads[key]
  return next !== undefined && next !== at && next >= 0 && next < count ? next : undefined
}

const dayAround = (element: Element) => element.closest<HTMLElement>('[data-day]')

/** Handles keys in a grid of days: they move between days and posts, and change the period at its edges. */
export function useDayGrid<T extends HTMLElement>() {
  const grid = useRef<T>(null)
  const turnedTo = useRef<string>(undefined)
  const wasInside = useRef(false)
  const on = useStore($on)
  const buttonOf = (key: string) => grid.current?.querySelector<HTMLElement>(`[data-day="${key}"] button`)
  /** Returns the day's own button and its visible posts, by time. */
  const buttonsOf = (key: string) =>
    [...(grid.current?.querySelectorAll<HTMLElement>(`[data-day="${key}"] :is(a, button)`) ?? [])].filter(
      each => each.checkVisibility(),
    )

  // An undone move may show another period, without the focused day. `listen` runs before it is rendered.
  useEffect(
    () => $on.listen(() => (wasInside.current = !!grid.current?.contains(document.activeElement))),
    [],
  )
  useEffect(() => {
    const isLost = wasInside.current && document.activeElement === document.body
    if (turnedTo.current || isLost) buttonOf(turnedTo.current ?? $day.get())?.focus()
    turnedTo.current = undefined
    wasInside.current = false
  }, [on])

  function walkTo(day: Date, key: string) {
    const shown = buttonOf(dayKey(day))
    const isTurned = key.startsWith('Page') && day.getMonth() !== on.getMonth()
    if (shown && !isTurned) return shown.focus()
    turnedTo.current = dayKey(day)
    showDay(day)
  }

  function onKeyDown(event: KeyboardEvent) {
    const key = dayAround(event.target as Element)?.dataset['day']
    const from = readDay(key)
    if (!key || !from || event.altKey || event.ctrlKey || event.metaKey) return
    const buttons = buttonsOf(key)
    const at = buttons.indexOf(event.target as HTMLElement)
    const day = dayFrom($view.get(), from, event)
    const post = at === 0 && day ? undefined : postFrom(buttons.length, at, event)
    if (post === undefined && !day) return
    event.preventDefault()
    if (post !== undefined) buttons[post]!.focus()
    else walkTo(day!, event.key)
  }

  function onFocus({ target }: FocusEvent) {
    const key = dayAround(target)?.dataset['day']
    if (key && key !== $day.get()) activateDay(key)
  }

  return { ref: grid, onKeyDown, onFocus }
}

/** Combines quick successive keys into one move. */
const SETTLE_MS = 600

/** The post that keeps the focus across its move. */
export const $held = atom<string | undefined>()

type PendingMove = { item: Item; at: Date; timer: ReturnType<typeof setTimeout> }
const moving = new Map<string, PendingMove>()

/** Shows the post at its new time at once, then saves it; moves it back if the api rejects that. */
export const moveTo = (item: Item, at: Date) => move(item, at, { settleMs: 0 })

/** Like `moveTo`, but saves only once no other key follows. */
const nudgeTo = (item: Item, at: Date) => move(item, at, { settleMs: SETTLE_MS })

/** `version`: the one that the post must still have. */
type MoveOptions = { settleMs: number; version?: number }

function move(item: Item, at: Date, { settleMs, version }: MoveOptions) {
  if (!item.movable) return void toast('error', CALENDAR_MESSAGES.fixed)
  if (+at === +item.at) return
  if (at <= new Date()) return void toast('error', POST_MESSAGES.pastTime)
  const begun = moving.get(item.id)
  if (begun) clearTimeout(begun.timer)
  $held.set(item.id)
  place(item, at)
  const first = begun?.item ?? item
  const timer = setTimeout(() => {
    moving.delete(item.id)
    if (+first.at !== +at) void send(first, at, version)
  }, settleMs)
  moving.set(item.id, { item: first, at, timer })
}

function place({ entries }: Item, at: Date) {
  const ids = new Set(entries.map(({ deliveryId }) => deliveryId))
  changeEntries(all =>
    all.map(entry => (ids.has(entry.deliveryId) ? { ...entry, publishAt: at.toISOString() } : entry)),
  )
}

async function send(item: Item, at: Date, version?: number) {
  try {
    const post = await save(item, at, version)
    showPost(post)
    const { from, to } = $window.get()
    if (at < from || at >= to) showDay(dayIn($zone.get(), at))
    const { at: before, state } = item
    // A held post gets another state by its new time, which the previous time wouldn't give back.
    const keepsState = item.entries.every(({ deliveryId, state }) =>
      post.deliveries.some(delivery => delivery._id === deliveryId && delivery.state === state),
    )
    const canUndo = (state === 'scheduled' || state === 'in_review') && keepsState && before > new Date()
    toast('success', movedMessage($zone.get(), post, at), {
      ...(canUndo && {
        duration: UNDO_MS,
        action: {
          label: 'Undo',
          run: () => move({ ...item, at }, before, { settleMs: 0, version: post.version }),
        },
      }),
    })
  } catch (error) {
    place(item, item.at)
    toast('error', messageOf(error, 'That wasn’t moved. Try again.'))
    void refreshPost(item.postId)
  }
}

/** Moves the whole post if all its networks have this time. */
async function save(item: Item, at: Date, version?: number): Promise<Post> {
  const { postId, entries } = item
  const scheduledTime = Math.floor(+at / 1000)
  const chosen = isWhole(item) ? [undefined] : entries.map(({ deliveryId }) => deliveryId)
  let post: Post | undefined
  for (const deliveryId of chosen) {
    const expected = post?.version ?? version
    const json = {
      scheduledTime,
      ...(deliveryId && { deliveryId }),
      ...(expected !== undefined && { version: expected }),
    }
    post = await dataOf(api.posts[':id'].move.$post({ param: { id: postId }, json }))
  }
  return post!
}
