import type { NetworkId } from '#shared/networks.ts'
import type { CalendarEntry } from '#shared/posts/calendar.ts'
import type { DeliveryState, Post } from '#shared/posts/posts.ts'
import { excerptOf } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { type Look, lookOf, STATES } from '#site/dashboard/shared/post-dialogs/states.ts'
import { dayKey } from './days.ts'

/** A post at one time, on the networks due then. */
export type Item = {
  /** Stable across moves. */
  id: string
  postId: string
  at: Date
  networks: NetworkId[]
  entries: CalendarEntry[]
  excerpt: string
  /** The most urgent of its networks' states. */
  state: DeliveryState
  look: Look
  movable: boolean
}

const BY_WEIGHT: readonly DeliveryState[] = [
  'failed',
  'held',
  'unconfirmed',
  'publishing',
  'scheduled',
  'draft',
  'published',
]
const MOVABLE: readonly DeliveryState[] = ['scheduled', 'held']

/** Returns items, soonest first. */
export function toItems(entries: readonly CalendarEntry[]): Item[] {
  const together = Map.groupBy(entries, ({ postId, publishAt }) => `${postId} ${publishAt}`)
  return [...together.values()].map(toItem).toSorted((a, b) => +a.at - +b.at || a.id.localeCompare(b.id))
}

function toItem(unsorted: CalendarEntry[]): Item {
  const entries = unsorted.toSorted((a, b) => a.network.localeCompare(b.network))
  const [{ postId, deliveryId, publishAt, excerpt }] = entries as [CalendarEntry]
  const states = entries.map(({ state }) => state)
  const state = BY_WEIGHT.find(state => states.includes(state)) ?? 'draft'
  return {
    id: deliveryId,
    postId,
    at: new Date(publishAt),
    networks: entries.map(({ network }) => network),
    entries,
    excerpt: excerptOf(excerpt),
    state,
    look: lookOfAll(entries.filter(entry => entry.state === state)),
    movable: states.every(state => MOVABLE.includes(state)),
  }
}

/** Prefers certain states over unconfirmed or past ones. */
function lookOfAll(entries: CalendarEntry[]): Look {
  const looks = entries.map(lookOf)
  return looks.find(look => Object.values(STATES).includes(look)) ?? looks[0] ?? STATES.draft
}

export const itemsByDay = (items: readonly Item[]): Map<string, Item[]> =>
  Map.groupBy(items, ({ at }) => dayKey(at))

/** Converts a whole post to calendar entries. */
export function entriesOf({ _id: postId, deliveries }: Post): CalendarEntry[] {
  const planned = deliveries.filter(({ state }) => state !== 'canceled')
  return planned.map(({ _id, network, state, reasonCode, removedAt, publishAt, message }) => ({
    postId,
    deliveryId: _id,
    network,
    state,
    ...(reasonCode && { reasonCode }),
    ...(removedAt && { removedAt }),
    publishAt,
    excerpt: message,
    networks: planned.length,
  }))
}
