import { Building2, FileText, Keyboard, type LucideIcon, Plus } from 'lucide-react'
import { computed, onMount } from 'nanostores'

import type { Post } from '#shared/posts/posts.ts'
import { stateLabel } from '#shared/posts/state-labels.ts'
import { fold } from '#shared/text/fold.ts'
import {
  createDomain,
  $domains,
  $selectedDomain,
  selectDomain,
} from '#site/dashboard/shared/domains/store.ts'
import { dueAt } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { pathToPost } from '#site/dashboard/shared/post-dialogs/url.ts'
import { followLink } from '#site/dashboard/shared/router.ts'
import { $zoneOf, formatDueIn } from '#site/dashboard/shared/zone.ts'
import { $links } from '#site/dashboard/shell/screens.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { remote } from '#site/lib/remote.ts'
import { $shortcutDialog } from './shortcuts.ts'

export type Entry = {
  id: string
  kind: 'Screen' | 'Business' | 'Post' | 'Action'
  label: string
  detail?: string
  icon: LucideIcon
  run: () => void
}

/** The newest posts of the selected business, among which the palette searches. */
const MAX_POSTS = '100'
const MAX_SHOWN = 12
const MAX_RECENT = 5
const RECENT_KEY = 'palette'

const $posts = remote(async () => {
  const business = $selectedDomain.get()
  if (!business) return []
  return await dataOf(api.posts.$get({ query: { limit: MAX_POSTS, domainId: business._id } }))
})

/** 'Scheduled · Mon 30 Nov, 9:30 am' */
function describe(post: Post, zone: string): string {
  const approved = post.approval?.state === 'approved'
  const labels = new Set(post.deliveries.map(delivery => stateLabel({ ...delivery, approved })))
  const published = post.deliveries.find(({ publishedAt }) => publishedAt)?.publishedAt
  return `${[...labels].join(', ')} · ${formatDueIn(zone, published ?? dueAt(post))}`
}

const isCanceled = ({ deliveries }: Post) => deliveries.every(({ state }) => state === 'canceled')

const canceledLast = (posts: readonly Post[]) =>
  posts.toSorted((a, b) => Number(isCanceled(a)) - Number(isCanceled(b)))

export const $entries = computed(
  [$links, $domains, $posts, $zoneOf],
  (links, domains, posts, zoneOf): Entry[] => [
    ...(['create', 'nav', 'account', 'admin'] as const).flatMap(place =>
      links(place).map(({ route, label, icon, href }) => ({
        id: route,
        kind: 'Screen' as const,
        label,
        icon,
        run: () => followLink(href),
      })),
    ),
    ...(domains.state === 'ready' ? domains.data : []).map(({ _id, businessName }) => ({
      id: _id,
      kind: 'Business' as const,
      label: businessName,
      icon: Building2,
      run: () => void selectDomain(_id),
    })),
    { id: 'add-business', kind: 'Action', label: 'Add a business', icon: Plus, run: createDomain },
    {
      id: 'shortcuts',
      kind: 'Action',
      label: 'Keyboard shortcuts',
      icon: Keyboard,
      run: () => $shortcutDialog.set('help'),
    },
    ...canceledLast(posts.state === 'ready' ? posts.data : []).map(post => ({
      id: post._id,
      kind: 'Post' as const,
      label: post.deliveries[0]?.message.replaceAll(/\s+/g, ' ') || 'A post without text',
      detail: describe(post, zoneOf(post.domainId)),
      icon: FileText,
      run: () => followLink(pathToPost(post._id)),
    })),
  ],
)
onMount($entries, () => void $posts.reload())

const recent = (): string[] => {
  const stored: unknown = JSON.parse(localStorage.getItem(RECENT_KEY) ?? '[]')
  return Array.isArray(stored) ? stored.filter(id => typeof id === 'string') : []
}

/** Runs an entry, and puts it first the next time. */
export function choose(entry: Entry) {
  const ids = [entry.id, ...recent().filter(id => id !== entry.id)].slice(0, MAX_RECENT)
  localStorage.setItem(RECENT_KEY, JSON.stringify(ids))
  entry.run()
}

/** Returns the best matches, the recently chosen first among equals. */
export function findEntries(entries: readonly Entry[], typed: string): Entry[] {
  const ids = recent()
  const rank = ({ id }: Entry) => (ids.includes(id) ? ids.indexOf(id) : MAX_RECENT)
  return entries
    .map(entry => ({ entry, rating: rate(entry.label, typed, entry.kind !== 'Post') }))
    .filter(({ rating }) => rating > 0)
    .toSorted((a, b) => b.rating - a.rating || rank(a.entry) - rank(b.entry))
    .slice(0, MAX_SHOWN)
    .map(({ entry }) => entry)
}

const isEdge = (character: string | undefined) => character === undefined || /[^\p{L}\p{N}]/u.test(character)

/**
 * Rates how well a text matches the typed one: its beginning before later words, whole words before beginnings of words, then
 * parts of words. `spells` also accepts letters in this order, from the beginning of the text. Returns 0 for no match.
 */
export function rate(text: string, typed: string, spells = false): number {
  const [where, what] = [fold(text), fold(typed).trim()]
  if (what === '') return 1
  let best = 0
  for (let at = where.indexOf(what); at >= 0; at = where.indexOf(what, at + 1))
    best = Math.max(best, rateAt(where, at, what.length))
  return best || (spells && where[0] === what[0] && hasInOrder(where, what) ? 1 : 0)
}

function rateAt(where: string, at: number, length: number): number {
  if (!isEdge(where[at - 1])) return 2
  return 3 + (isEdge(where[at + length]) ? 1 : 0) + (at === 0 ? 2 : 0)
}

function hasInOrder(where: string, what: string): boolean {
  let from = 0
  for (const letter of what.replaceAll(' ', '')) {
    from = where.indexOf(letter, from) + 1
    if (from === 0) return false
  }
  return true
}
