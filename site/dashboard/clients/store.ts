import { atom, computed, onMount } from 'nanostores'

import type { Client, ClientCount } from '#shared/businesses/clients.ts'
import { api } from '#site/lib/api/api.ts'
import { debounced } from '#site/lib/debounced.ts'
import { timeZone } from '#site/lib/format.ts'
import { onLive } from '#site/lib/live/live.ts'
import { remote } from '#site/lib/remote.ts'
import { searchText } from '#site/lib/search-text.ts'
import type { Tone } from '#site/ui/Badge.tsx'

const EVENT_BATCH_MS = 300

/** The reader's businesses, the most urgent first. */
export const $clients = remote(
  async () => (await (await api.clients.$get({ query: { timeZone: timeZone() } })).json()).data,
)

onMount($clients, () => {
  const reloadSoon = debounced($clients.reload, EVENT_BATCH_MS)
  const stops = (['delivery', 'notification', 'domain'] as const).map(type => onLive(type, reloadSoon))
  return () => {
    for (const stop of stops) stop()
    reloadSoon.cancel()
  }
})

/** Placeholder that sorts after every ISO instant. */
const LAST = 'none'

export const ORDERS = {
  need: { label: 'Needs attention', compare: () => 0 },
  name: { label: 'Name', compare: (a, b) => a.businessName.localeCompare(b.businessName) },
  next: {
    label: 'Next post',
    compare: (a, b) => (a.nextPostAt ?? LAST).localeCompare(b.nextPostAt ?? LAST),
  },
  quiet: {
    label: 'Longest inactive',
    compare: (a, b) => (a.lastActivityAt ?? '').localeCompare(b.lastActivityAt ?? ''),
  },
} satisfies Record<string, { label: string; compare: (a: Client, b: Client) => number }>
export type Order = keyof typeof ORDERS

export const $search = atom('')
export const $order = atom<Order>('need')

/** The clients that match the search, in the chosen order. */
export const $shown = computed([$clients, $search, $order], (clients, search, order) => {
  if (clients.state !== 'ready') return []
  const wanted = searchText(search.trim())
  return clients.data
    .filter(({ businessName }) => searchText(businessName).includes(wanted))
    .toSorted(ORDERS[order].compare)
})

const ATTENTION = '/dashboard/view-post?tab=attention'
const SCHEDULED = '/dashboard/view-post?tab=scheduled'

/** Appearance of each count, most urgent first, and the screen that it links to. */
const NEEDS: Record<ClientCount, { label: string; tone: Tone; href: string }> = {
  failed: { label: 'failed', tone: 'bad', href: ATTENTION },
  held: { label: 'on hold', tone: 'look', href: ATTENTION },
  signedOut: { label: 'signed out', tone: 'look', href: '/dashboard/social-hub' },
  changesRequested: { label: 'to revise', tone: 'look', href: SCHEDULED },
  inReview: { label: 'in review', tone: 'info', href: SCHEDULED },
}

export const needsOf = ({ counts }: Client) =>
  (Object.keys(NEEDS) as ClientCount[]).flatMap(key =>
    counts[key] > 0 ? [{ key, count: counts[key], ...NEEDS[key] }] : [],
  )
