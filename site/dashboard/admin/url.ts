import { $router } from '#site/dashboard/shared/router.ts'

/** Reads a part of the list's place from the URL. */
export const inUrl = (name: 'tab' | 'page'): string => $router.get()?.search[name] ?? ''

/** Writes the list's place into the URL, so that a reload returns to it. An empty part is left out. */
export function placeInUrl(place: { tab?: string; page?: string }) {
  const page = $router.get()
  if (!page) return
  const parts = Object.entries({ tab: inUrl('tab'), page: inUrl('page'), ...place }).filter(
    ([, value]) => value,
  )
  const search = new URLSearchParams(parts).toString()
  $router.open(`${location.pathname}${search && `?${search}`}`, true)
}
