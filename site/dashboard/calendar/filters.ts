import { computed } from 'nanostores'

import { NETWORK_IDS, type NetworkId } from '#shared/networks.ts'
import { isSameLabel } from '#shared/posts/labels.ts'
import { type DeliveryState, POST_TABS, PROBLEM_STATES } from '#shared/posts/posts.ts'
import { $search, openWith } from '#site/dashboard/calendar/days.ts'
import type { Item } from '#site/dashboard/calendar/items.ts'

/** Delivery states of each menu item, in menu order. */
const STATES = {
  attention: PROBLEM_STATES,
  review: ['in_review'],
  changes: ['changes_requested'],
  scheduled: POST_TABS.scheduled.filter(state => state !== 'in_review'),
  progress: POST_TABS.progress,
  published: POST_TABS.published,
} as const satisfies Record<string, readonly DeliveryState[]>
export type StateChoice = keyof typeof STATES
export const STATE_CHOICES = Object.keys(STATES) as StateChoice[]

/** Chosen values by filter, from the URL. An empty list lets every post pass. */
type Filters = {
  networks: readonly NetworkId[]
  states: readonly StateChoice[]
  businesses: readonly string[]
  labels: readonly string[]
}

const ALL = 'all'
const listOf = (text: string | undefined) => text?.split(',').filter(Boolean) ?? []

/** True if the calendar covers all businesses, perhaps filtered, instead of the selected one. */
export const $isAll = computed($search, ({ businesses }) => Boolean(businesses))

export const $filters = computed($search, ({ networks, states, businesses, labels }): Filters => {
  const [chosenNetworks, chosenStates] = [listOf(networks), listOf(states)]
  return {
    networks: NETWORK_IDS.filter(network => chosenNetworks.includes(network)),
    states: STATE_CHOICES.filter(choice => chosenStates.includes(choice)),
    businesses: listOf(businesses).filter(id => id !== ALL),
    labels: listOf(labels),
  }
})

export const $filterCount = computed(
  $filters,
  ({ networks, states, labels }) => networks.length + states.length + labels.length,
)
export const $isFiltered = computed($filters, filters =>
  Object.values(filters).some(values => values.length > 0),
)

const matchesAny = <T>(chosen: readonly T[], values: readonly T[]) =>
  chosen.length === 0 || values.some(value => chosen.includes(value))

/** Returns true if one of the post's networks passes all filters. A filter by state hides drafts. */
export const matches =
  ({ networks, states, businesses, labels }: Filters) =>
  ({ entries, draftId, domainId, labels: own, networks: goesTo }: Item): boolean => {
    const wanted: DeliveryState[] = states.flatMap(choice => [...STATES[choice]])
    return (
      matchesAny(businesses, [domainId]) &&
      (labels.length === 0 || labels.some(label => own.some(each => isSameLabel(each, label)))) &&
      (draftId
        ? states.length === 0 && (networks.length === 0 || networks.some(network => goesTo.includes(network)))
        : entries.some(
            ({ network, state }) => matchesAny(networks, [network]) && matchesAny(wanted, [state]),
          ))
    )
  }

export const filterBy = (filter: 'networks' | 'states' | 'labels', chosen: readonly string[]) =>
  openWith({ [filter]: chosen.join() })

export function toggleBusiness(id: string) {
  const chosen = $filters.get().businesses
  const next = chosen.includes(id) ? chosen.filter(each => each !== id) : [...chosen, id]
  openWith({ businesses: next.join() || ALL })
}

export const showAll = (isAll: boolean) => openWith({ businesses: isAll ? ALL : undefined })
export const clearFilters = () =>
  openWith({ networks: '', states: '', labels: '', businesses: $isAll.get() ? ALL : '' })
