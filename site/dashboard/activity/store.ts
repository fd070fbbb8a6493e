import { computed } from 'nanostores'

import { type ActivityEntry, ACTIVITY_KINDS, type ActivityKind } from '#shared/activity.ts'
import { brand } from '#shared/brand.ts'
import { $selectedId, remoteOfSelection, remoteOfBusiness } from '#site/dashboard/shared/domains/store.ts'
import { loadPart } from '#site/dashboard/shared/lazy-part.ts'
import { type Pages, showNextPage } from '#site/dashboard/shared/next-page.ts'
import { $router, setSearch } from '#site/dashboard/shared/router.ts'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { api, bodyOf } from '#site/lib/api/api.ts'
import { onLive } from '#site/lib/live/live.ts'
import { debounced, whileShown } from '#site/lib/remote.ts'
import { toast, withErrorToast } from '#site/lib/toasts.ts'
import { clockIn } from '#site/lib/wall-clock.ts'

const DAY = /^\d{4}-\d\d-\d\d$/

/** `from` and `to` are days in the user's time zone, both inclusive. */
type Filters = { kind?: ActivityKind; person?: string; from?: string; to?: string }

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
export const setFilters: (change: { [Name in keyof Filters]: string }) => void = setSearch

export const showAll = () => setFilters({ kind: '', person: '', from: '', to: '' })

/** Converts the filters to parameters of the api. The days become instants, of which `to` is exclusive. */
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

const PAGE_SIZE = 50

export type Page = Pages<ActivityEntry>
const calls = api.businesses[':id']

/** Activity of the selected business that matches the filters, latest first; null if no business is selected. */
export const $activity = remoteOfBusiness(id => readPage(id))

async function readPage(id: string, cursor?: string): Promise<Page> {
  const query = { ...queryOf($filters.get()), ...(cursor && { cursor }) }
  const { data, nextCursor } = await bodyOf(calls.activity.$get({ param: { id }, query }))
  return { items: data, nextCursor }
}

whileShown($activity, () => {
  // Reloads all pages shown so far, because the later ones would disappear otherwise.
  const reloadSoon = debounced(() => {
    if (($activity.get().data?.items.length ?? 0) <= PAGE_SIZE) void $activity.reload()
  })
  return [
    $filters.listen($activity.resetAndRefetch),
    onLive('delivery', reloadSoon),
    onLive('domain', reloadSoon),
    reloadSoon.cancel,
  ]
})

export async function showMore(): Promise<void> {
  const id = $selectedId.get()
  if (id) await showNextPage($activity, cursor => readPage(id, cursor), 'The rest didn’t load. Try again.')
}

/** Members in the filter of the activity; an empty list until they are known. */
export const $people = remoteOfSelection(async id => {
  if (!id) return []
  const { data } = await bodyOf(calls.members.$get({ param: { id } }))
  return data.filter(({ status }) => status === 'active').map(({ _id, fullname }) => ({ _id, fullname }))
})

/** Choices of the filter by person, including a former member whom the filter names. */
export const $personChoices = computed([$people, $activity, $filters], (people, activity, { person }) => {
  const known = [
    ...(people.data ?? []).map(({ _id, fullname }) => ({ value: _id, label: fullname })),
    { value: 'reviewers', label: 'Reviewers with a link' },
    { value: 'currawong', label: `${brand.siteName} itself` },
  ]
  if (!person || known.some(({ value }) => value === person)) return known
  const label = activity.data?.items.find(({ whoId }) => whoId === person)?.who ?? 'Somebody who left'
  return [...known, { value: person, label }]
})

export async function saveActivity(): Promise<void> {
  const id = $selectedId.get()
  if (!id) return
  await withErrorToast('The export didn’t work. Please try again.', async () => {
    const query = queryOf($filters.get())
    const response = await calls.activity.export.$get({ param: { id }, query })
    const part = await loadPart(() => import('#site/lib/save-file.ts'))
    if (!part) return
    const { day } = clockIn($businessZone.get(), new Date())
    part.saveFile(`activity-${day}.csv`, await response.blob(), 'text/csv')
    toast('success', 'Exported. The file is in your downloads.')
  })
}
