import { atom, onMount } from 'nanostores'

import { networks } from '#shared/networks.ts'
import type { Delivery, Post } from '#shared/posts/posts.ts'
import { ApiError } from '#site/lib/api-error.ts'
import { onLive } from '#site/lib/live.ts'
import { readPost, showInDetails } from './details/details.ts'
import { excerptOf } from './messages.ts'
import { $now } from './now.ts'
import { findShown, placeShown, removeShown } from './shown.ts'
import { lookOf } from './states.ts'

/** What changed by itself, in words for a screen reader; while it is read, changes are heard. */
export const $announcement = atom('')

const EVENTS_TOGETHER_MS = 50
const soon = new Set<string>()

/** A change of a post comes as an event for each of its networks; it is read once for all of them. */
function refreshSoon(id: string) {
  if (soon.has(id)) return
  soon.add(id)
  setTimeout(() => {
    soon.delete(id)
    void refreshPost(id)
  }, EVENTS_TOGETHER_MS)
}

onMount($announcement, () => onLive('delivery', ({ postId }) => refreshSoon(postId)))

/** How often each post was shown: what was asked before the last time is older. */
let turns = 0
const shownAt = new Map<string, number>()

/** Shows a post as the api has it now. */
export async function refreshPost(id: string): Promise<void> {
  const before = findShown(id)
  const turn = ++turns
  try {
    const post = await readPost(id)
    const shown = shownAt.get(id) ?? 0
    if (shown > turn) return
    show(post, turn)
    const changed = changes(before, post)
    if (changed) $announcement.set(changed)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') removeShown(id)
  }
}

export const showPost = (post: Post) => show(post, ++turns)

function show(post: Post, turn: number) {
  shownAt.set(post._id, turn)
  $now.set(new Date())
  placeShown(post)
  showInDetails(post)
}

function changes(before: Post | undefined, after: Post): string {
  const changed = after.deliveries.filter(
    ({ _id, state }) => state !== before?.deliveries.find(delivery => delivery._id === _id)?.state,
  )
  return changed.map(toWords).join(' ')
}

const toWords = (delivery: Delivery) =>
  `${networks[delivery.network].name}: ${lookOf(delivery).word}. ${excerptOf(delivery.message)}`
