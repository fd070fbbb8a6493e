import { computed } from 'nanostores'

import { ACTIVITY_KINDS, type ActivityKind } from '#shared/activity.ts'
import { $router } from '#site/dashboard/shared/router.ts'

const PATH = '/dashboard/activity'
const DAY = /^\d{4}-\d\d-\d\d$/

/** Days are in the user's time zone. Both are included. */
export type Filters = { kind?: ActivityKind; person?: string; from?: string; to?: string }

/** The filters are part of the URL, so that they can be linked to. */
export const $filters = computed($router, (page): Filters => {
  const { kind, person, from, to } = page?.route === 'activity' ? page.search : {}
  const known = ACTIVITY_KINDS.find(each => each === kind)
  return {
    ...(known && { kind: known }),
    ...(person && { person }),
    ...(from && DAY.test(from) && { from }),
    ...(to && DAY.test(to) && { to }),
  }
})

/** Changes some of the filters; empty values remove them. */
export function setFilters(change: { [Name in keyof Filters]: string }) {
  const chosen = Object.entries({ ...$filters.get(), ...change }).filter(([, value]) => value)
  void $router.open(chosen.length > 0 ? `${PATH}?${new URLSearchParams(chosen)}` : PATH, true)
}

export const showAll = () => void $router.open(PATH, true)

/** Returns the filters as parameters of the api. The period becomes two instants, the second one exclusive. */
export function queryOf({ from, to, ...filters }: Filters) {
  const start = instantOf(from, 0)
  const end = instantOf(to, 1)
  return { ...filters, ...(start && { from: start }), ...(end && { to: end }) }
}

function instantOf(day: string | undefined, days: number): string | undefined {
  if (!day) return undefined
  const date = new Date(`${day}T00:00`)
  if (Number.isNaN(+date)) return undefined
  date.setDate(date.getDate() + days)
  return date.toISOString()
}
