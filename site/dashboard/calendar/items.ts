import { CALENDAR_EXCERPT, CALENDAR_STATES, type CalendarEntry } from '#shared/calendar/calendar.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { compareNetworks, type NetworkId } from '#shared/networks.ts'
import type { DraftSummary } from '#shared/posts/drafts.ts'
import { type DeliveryState, PROBLEM_STATES, type Post } from '#shared/posts/posts.ts'
import { storyLine } from '#shared/posts/stories.ts'
import { truncate } from '#shared/text/graphemes.ts'
import { pictureOf, titleOf } from '#site/dashboard/shared/drafts/store.ts'
import { excerptOf, goesOutWhenApproved } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { type BadgeContent, badgeOf, STATE_BADGES } from '#site/dashboard/shared/post-dialogs/states.ts'
import { composerPath, pathToPost } from '#site/dashboard/shared/post-dialogs/url.ts'
import { clockIn } from '#site/lib/wall-clock.ts'
import { cellOf, dayOfCell } from './days.ts'

/** A post at one time, on the networks due then. */
export type Item = {
  /** Stable across moves. */
  id: string
  postId: string
  /** Present on a draft, which has no post yet. */
  draftId?: string
  domainId: string
  at: Date
  /** True if the post has no time and goes out once it is approved. */
  whenApproved: boolean
  networks: NetworkId[]
  entries: CalendarEntry[]
  excerpt: string
  picture: CalendarEntry['picture']
  labels: readonly string[]
  repeats: boolean
  /** Names the networks on which the post is a story. */
  storyLine: string
  /** Most urgent state among the item's networks. */
  state: DeliveryState
  badge: BadgeContent
  /** True if the post waits for its author. */
  isProblem: boolean
  /** Present if the user wrote the post. */
  isOwn?: true
  movable: boolean
}

const MOVABLE: readonly DeliveryState[] = ['in_review', 'changes_requested', 'scheduled', 'held']
/** States in which a post hasn't gone out yet. */
export const PLANNED: readonly DeliveryState[] = [...MOVABLE, 'publishing']
const PROBLEMS: readonly DeliveryState[] = PROBLEM_STATES

/** Within this time, a post that is published at once reaches its networks, one after another. */
const SAME_TIME_MS = MINUTE_MS

export function toItems(entries: readonly CalendarEntry[]): Item[] {
  const posts = Map.groupBy(entries, ({ postId }) => postId)
  return [...posts.values()]
    .flatMap(byTime)
    .map(toItem)
    .toSorted((a, b) => +a.at - +b.at || a.id.localeCompare(b.id))
}

function byTime(entries: CalendarEntry[]): CalendarEntry[][] {
  const groups: CalendarEntry[][] = []
  for (const entry of entries.toSorted((a, b) => a.publishAt.localeCompare(b.publishAt))) {
    const before = groups.at(-1)
    const last = before?.at(-1)
    if (before && last && Date.parse(entry.publishAt) - Date.parse(last.publishAt) < SAME_TIME_MS)
      before.push(entry)
    else groups.push([entry])
  }
  return groups
}

function toItem(unsorted: CalendarEntry[]): Item {
  const entries = unsorted.toSorted((a, b) => compareNetworks(a.network, b.network))
  const [{ postId, domainId, deliveryId, publishAt, excerpt, labels = [], repeats = false, isOwn }] =
    entries as [CalendarEntry]
  const states = entries.map(({ state }) => state)
  const state = CALENDAR_STATES.find(state => states.includes(state)) ?? 'draft'
  return {
    id: deliveryId,
    postId,
    domainId,
    at: new Date(publishAt),
    whenApproved: entries.every(entry => entry.whenApproved === true),
    networks: entries.map(({ network }) => network),
    entries,
    excerpt: excerptOf(excerpt, CALENDAR_EXCERPT + 1),
    labels,
    repeats,
    storyLine: storyLine(entries),
    picture: entries.find(({ picture }) => picture)?.picture,
    state,
    badge:
      state !== 'published' && states.includes('published')
        ? PARTLY_PUBLISHED[state]
        : badgeOfAll(entries.filter(entry => entry.state === state)),
    isProblem: PROBLEMS.includes(state),
    ...(isOwn && { isOwn }),
    movable: states.every(state => MOVABLE.includes(state)),
  }
}

export const draftItem = (
  draft: DraftSummary,
  { domainId, networks }: { domainId: string; networks: NetworkId[] },
): Item => {
  const { _id: id, publishAt = '' } = draft
  const excerpt = titleOf(draft)
  return {
    id,
    postId: id,
    draftId: id,
    domainId,
    at: new Date(publishAt),
    whenApproved: false,
    networks,
    entries: networks.map(network => ({
      postId: id,
      domainId,
      deliveryId: id,
      network,
      state: 'draft',
      publishAt,
      excerpt,
      networks: networks.length,
    })),
    excerpt,
    picture: pictureOf(draft),
    labels: [],
    repeats: false,
    storyLine: '',
    state: 'draft',
    badge: STATE_BADGES.draft,
    isProblem: false,
    movable: false,
  }
}

export const pathToItem = ({ postId, draftId }: Item) =>
  draftId ? composerPath({ draft: draftId }) : pathToPost(postId)

/** True if all networks of the post have this time. */
export const isWhole = ({ entries }: Pick<Item, 'entries'>) =>
  entries.every(({ networks }) => networks === entries.length)

/** Badges of a post that is public on one network but not on others, by the most urgent state of the others. */
const PARTLY_PUBLISHED = Object.fromEntries(
  Object.entries(STATE_BADGES).map(([state, look]) => [state, { ...look, label: 'Partly published' }]),
) as typeof STATE_BADGES

/** Prefers the usual badge of the state to a more specific one, such as “Possibly published”. */
function badgeOfAll(entries: CalendarEntry[]): BadgeContent {
  const badges = entries.map(badgeOf)
  return badges.find(badge => Object.values(STATE_BADGES).includes(badge)) ?? badges[0] ?? STATE_BADGES.draft
}

/** Groups items by their hours in the zones of their businesses, the earliest first. */
export function itemsByHour(items: readonly Item[], zoneOf: (domainId: string) => string) {
  const timed = items.map(item => ({ item, ...clockIn(zoneOf(item.domainId), item.at) }))
  const sorted = timed.toSorted((a, b) => a.day.localeCompare(b.day) || a.minutes - b.minutes)
  const cells = Map.groupBy(sorted, ({ day, minutes }) => cellOf(day, minutes))
  return new Map([...cells].map(([cell, all]) => [cell, all.map(({ item }) => item)]))
}

/** Joins the hours of each day, in their order. */
export function byDayOf<T>(byHour: ReadonlyMap<string, T[]>): Map<string, T[]> {
  const days = Map.groupBy(byHour, ([cell]) => dayOfCell(cell))
  return new Map([...days].map(([day, hours]) => [day, hours.flatMap(([, all]) => all)]))
}

export const countProblems = (items: readonly Item[]) => items.filter(({ isProblem }) => isProblem).length

/** Sorts items that wait for their author first, otherwise soonest first. */
export const urgentFirst = (items: readonly Item[]) =>
  items.toSorted((a, b) => Number(b.isProblem) - Number(a.isProblem))

/** Divides items into the `count` most urgent ones to show, and those to hide. Both stay sorted by time. */
export function divide(items: readonly Item[], count: number) {
  const first = new Set(urgentFirst(items).slice(0, count))
  return { shown: items.filter(item => first.has(item)), hidden: items.filter(item => !first.has(item)) }
}

export function entriesOf(post: Post): CalendarEntry[] {
  const { _id: postId, domainId, labels, series, approval, media, deliveries, isOwn } = post
  const planned = deliveries.filter(({ state }) => state !== 'canceled')
  const whenApproved = goesOutWhenApproved(post)
  return planned.map(delivery => {
    const { _id, network, state, reasonCode, removedAt, publishAt, message, extras, mediaPositions } =
      delivery
    const [first, ...others] = mediaPositions?.flatMap(position => media[position] ?? []) ?? media
    return {
      postId,
      domainId,
      deliveryId: _id,
      network,
      state,
      ...(reasonCode && { reasonCode }),
      ...(removedAt && { removedAt }),
      ...(isOwn && { isOwn }),
      ...(whenApproved && { whenApproved }),
      ...(state === 'scheduled' && approval?.state === 'approved' && { approved: true as const }),
      ...(labels && { labels }),
      ...(series && { repeats: true as const }),
      ...(extras && { extras }),
      publishAt,
      excerpt: truncate(message, CALENDAR_EXCERPT + 1),
      networks: planned.length,
      ...(first && {
        picture: {
          kind: first.kind,
          ...(first.thumbnailUrl && { url: first.thumbnailUrl }),
          more: others.length,
        },
      }),
    }
  })
}
