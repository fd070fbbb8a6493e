import { atom } from 'nanostores'

import { CALENDAR_MESSAGES } from '#shared/calendar/calendar.ts'
import { POST_MESSAGES, type Post } from '#shared/posts/posts.ts'
import { UNDO_MS } from '#shared/timings.ts'
import { isWhole, type Item } from '#site/dashboard/calendar/items.ts'
import { changeEntries } from '#site/dashboard/calendar/store.ts'
import { $window, $zone, showDay } from '#site/dashboard/calendar/url.ts'
import { movedMessage } from '#site/dashboard/shared/post-dialogs/change-posts.ts'
import { refreshPost, showPost } from '#site/dashboard/shared/post-dialogs/live-posts.ts'
import { api } from '#site/lib/api/api.ts'
import { messageOf } from '#site/lib/api/error.ts'
import { toast } from '#site/lib/toasts.ts'
import { dayIn } from '#site/ui/date-time-picker/days.ts'

/** Combines quick successive keys into one move. */
const SETTLE_MS = 600

/** The post that keeps the focus across its move. */
export const $held = atom<string | undefined>()

type PendingMove = { item: Item; at: Date; timer: ReturnType<typeof setTimeout> }
const moving = new Map<string, PendingMove>()

/** Shows the post at its new time at once, then saves it; moves it back if the api rejects that. */
export const moveTo = (item: Item, at: Date) => move(item, at, { settleMs: 0 })

/** Like `moveTo`, but saves only once no other key follows. */
export const nudgeTo = (item: Item, at: Date) => move(item, at, { settleMs: SETTLE_MS })

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

/** Sets the times of these deliveries on screen. */
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
    post = (await (await api.posts[':id'].move.$post({ param: { id: postId }, json })).json()).data
  }
  return post!
}
