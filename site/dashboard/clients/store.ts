import { atom, computed } from 'nanostores'

import type { Client, ClientCount } from '#shared/businesses/clients.ts'
import { compareNames } from '#shared/text/compare-names.ts'
import { fold } from '#shared/text/fold.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { api, bodyOf } from '#site/lib/api/api.ts'
import { timeZone } from '#site/lib/format.ts'
import { onLive } from '#site/lib/live/live.ts'
import { debounced, remote, whileShown } from '#site/lib/remote.ts'
import type { Tone } from '#site/ui/Badge.tsx'

const PATH = '/dashboard/clients'

/** Id of the person whose clients are shown; empty for all clients. It is part of the URL. */
export const $colleague = computed($router, page =>
  page?.route === 'clients' ? (page.search.colleague ?? '') : '',
)

export const filterByColleague = (colleague: string) =>
  void $router.open(colleague ? `${PATH}?${new URLSearchParams({ colleague })}` : PATH, true)

/** The user's businesses, the most urgent first, and the people in their filter. */
export const $clients = remote(async () => {
  const colleague = $colleague.get()
  const query = { timeZone: timeZone(), ...(colleague && { colleague }) }
  const { data, colleagues } = await bodyOf(api.clients.$get({ query }))
  return { clients: data, colleagues }
})

whileShown($clients, () => {
  const reloadSoon = debounced($clients.reload)
  return [
    reloadSoon.cancel,
    ...(['delivery', 'notification', 'domain'] as const).map(type => onLive(type, reloadSoon)),
    $colleague.listen(() => void $clients.reload()),
  ]
})

/** Placeholder that sorts after every ISO instant. */
const LAST = 'none'

export const ORDERS = {
  need: { label: 'Needs attention', compare: () => 0 },
  name: { label: 'Name', compare: (a, b) => compareNames(a.businessName, b.businessName) },
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

export const $shown = computed([$clients, $search, $order], (clients, search, order) => {
  if (clients.state !== 'ready') return []
  const wanted = fold(search).trim()
  return clients.data.clients
    .filter(({ businessName }) => fold(businessName).includes(wanted))
    .toSorted(ORDERS[order].compare)
})

export const showAllClients = () => {
  $search.set('')
  filterByColleague('')
}

/** Choices of the filter by colleague, including somebody whom the URL names and who has left. */
export const $colleagueChoices = computed([$clients, $colleague], (clients, colleague) => {
  const colleagues = clients.state === 'ready' ? clients.data.colleagues : []
  const choices = colleagues.map(({ _id, name, isYou, clients }) => ({
    value: _id,
    label: `${isYou ? 'You' : name} (${clients})`,
  }))
  if (!colleague || choices.some(({ value }) => value === colleague)) return choices
  return [...choices, { value: colleague, label: 'Somebody who left' }]
})

const ATTENTION = '/dashboard/view-post?tab=attention'
const SCHEDULED = '/dashboard/view-post?tab=scheduled'

/** Appearance of each count, most urgent first, and the screen that it links to. */
const NEEDS: Record<ClientCount, { label: string; tone: Tone; href: string }> = {
  failed: { label: 'failed', tone: 'bad', href: ATTENTION },
  held: { label: 'on hold', tone: 'warning', href: ATTENTION },
  signedOut: { label: 'signed out', tone: 'warning', href: '/dashboard/social-hub' },
  changesRequested: { label: 'to revise', tone: 'warning', href: SCHEDULED },
  inReview: { label: 'in review', tone: 'info', href: SCHEDULED },
}

export const needsOf = ({ counts }: Client) =>
  (Object.keys(NEEDS) as ClientCount[]).flatMap(key =>
    counts[key] > 0 ? [{ key, count: counts[key], ...NEEDS[key] }] : [],
  )
