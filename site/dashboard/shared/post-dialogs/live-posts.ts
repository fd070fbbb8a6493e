import { atom, onMount } from 'nanostores'

import { networks } from '#shared/networks.ts'
import type { Delivery, Post } from '#shared/posts/posts.ts'
import { ApiError } from '#site/lib/api/error.ts'
import { $streamOpens, onLive } from '#site/lib/live/live.ts'
import { readPost, showInDetails } from './details.ts'
import { excerptOf, $now } from './messages.ts'
import { findShown, placeShown, refreshShown, removeShown } from './shown-posts.ts'
import { badgeOf } from './states.ts'
import { $openPostId } from './url.ts'

/** Announcement of changes for screen readers. While it has a listener, live events refresh posts. */
export const $announcement = atom('')

const EVENT_BATCH_MS = 50
const waiting = new Set<string>()

/** Combines the events of a post's networks into one reload. */
function refreshSoon(id: string) {
  if (waiting.has(id)) return
  waiting.add(id)
  setTimeout(() => {
    waiting.delete(id)
    void refreshPost(id)
  }, EVENT_BATCH_MS)
}

onMount($announcement, () => {
  const stops = [onLive('delivery', ({ postId }) => refreshSoon(postId)), $streamOpens.listen(catchUp)]
  return () => stops.forEach(stop => stop())
})

/** Reloads the posts that were loaded before the stream opened. */
function catchUp() {
  refreshShown()
  const id = $openPostId.get()
  if (id) refreshSoon(id)
}

/** Orders reads and displays: the response to a read that began before the post was last shown is ignored. */
let lastSequence = 0
const shownAt = new Map<string, number>()

export async function refreshPost(id: string): Promise<void> {
  const before = findShown(id)
  const sequence = ++lastSequence
  try {
    const post = await readPost(id)
    const shown = shownAt.get(id) ?? 0
    if (shown > sequence) return
    show(post, sequence)
    const changed = changes(before, post)
    if (changed) $announcement.set(changed)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') removeShown(id)
  }
}

export const showPost = (post: Post) => show(post, ++lastSequence)

function show(post: Post, sequence: number) {
  shownAt.set(post._id, sequence)
  $now.set(new Date())
  placeShown(post)
  showInDetails(post)
}

function changes(before: Post | undefined, after: Post): string {
  const changed = after.deliveries.filter(
    ({ _id, state }) => state !== before?.deliveries.find(delivery => delivery._id === _id)?.state,
  )
  return changed.map(announcementOf).join(' ')
}

const announcementOf = (delivery: Delivery) =>
  `${networks[delivery.network].name}: ${badgeOf(delivery).label}. ${excerptOf(delivery.message)}`
