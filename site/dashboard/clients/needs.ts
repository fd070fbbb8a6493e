import { computed } from 'nanostores'

import type { Client, ClientCount } from '#shared/businesses/clients.ts'
import { plural } from '#shared/plural.ts'
import { type ClientNeed, COUNTS, listClientNeeds } from '#site/dashboard/shared/clients/clients.ts'
import { $router } from '#site/dashboard/shared/router.ts'

/** The need by which the clients are filtered; empty for all clients. It is part of the URL of Clients. */
export const $need = computed($router, page => (page?.route === 'clients' ? (page.search.need ?? '') : ''))

const LABELS = { noAccounts: 'without accounts', nothingNext: 'with nothing next week' } as const

/** A need of several clients. `all` links to the posts or messages of all of them. */
type SharedNeed = { key: ClientNeed['key']; label: string; all?: { href: string; label: string } }

/** Adds up the clients' needs, most urgent first. */
export function sumNeeds(clients: readonly Client[]): SharedNeed[] {
  const keys: ClientNeed['key'][] = [...(Object.keys(COUNTS) as ClientCount[]), 'noAccounts', 'nothingNext']
  return keys.flatMap((key): SharedNeed[] => {
    const withNeed = clients.filter(client => hasNeed(client, key))
    if (withNeed.length === 0) return []
    if (key === 'noAccounts' || key === 'nothingNext')
      return [{ key, label: `${withNeed.length} ${LABELS[key]}` }]
    const sum = (some: readonly Client[]) => some.reduce((total, { counts }) => total + counts[key], 0)
    const { label, href } = COUNTS[key]
    // The posts of clients that an administrator hasn't opened can't be listed.
    const [total, own] = [sum(withNeed), sum(withNeed.filter(({ role }) => role !== null))]
    const what = plural(total, key === 'unanswered' ? 'message' : 'post')
    const all = {
      href: `${href}${href.includes('?') ? '&' : '?'}businesses=all`,
      label: `Open ${own < total ? `${own} of ` : ''}${what}`,
    }
    // Accounts are reconnected in one business at a time.
    const hasScreen = own > 0 && key !== 'signedOut'
    return [{ key, label: `${total} ${label}`, ...(hasScreen && { all }) }]
  })
}

export const hasNeed = (client: Client, key: string): boolean =>
  listClientNeeds(client).some(need => need.key === key)
