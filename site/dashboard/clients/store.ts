import { atom, computed } from 'nanostores'

import type { Client } from '#shared/businesses/clients.ts'
import { compareNames } from '#shared/text/compare-names.ts'
import { fold } from '#shared/text/fold.ts'
import { $clients, $colleague } from '#site/dashboard/shared/clients/clients.ts'
import { setSearch } from '#site/dashboard/shared/router.ts'

export const filterByColleague = (colleague: string) => setSearch({ colleague })

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
  const wanted = fold(search).trim()
  return (clients.data?.clients ?? [])
    .filter(({ businessName }) => fold(businessName).includes(wanted))
    .toSorted(ORDERS[order].compare)
})

export const showAllClients = () => {
  $search.set('')
  filterByColleague('')
}

/** Choices of the filter by colleague, including somebody whom the URL names and who has left. */
export const $colleagueChoices = computed([$clients, $colleague], (clients, colleague) => {
  const choices = (clients.data?.colleagues ?? []).map(({ _id, name, isYou, clients }) => ({
    value: _id,
    label: `${isYou ? 'You' : name} (${clients})`,
  }))
  if (!colleague || choices.some(({ value }) => value === colleague)) return choices
  return [...choices, { value: colleague, label: 'Somebody who left' }]
})
