import { $router } from '#site/dashboard/shared/router.ts'

const PARTS = ['tab', 'page', 'status', 'assignee', 'request'] as const
type ListPosition = Partial<Record<(typeof PARTS)[number], string>>

export const LIST_START: ListPosition = { tab: '', page: '', status: '', assignee: '', request: '' }

/** Reads a part of the list's place from the URL. */
export const urlParameter = (name: keyof ListPosition): string => $router.get()?.search[name] ?? ''

/** Writes the list's place into the URL, so that a reload returns to it. An empty part is left out. */
export function setUrlParameters(place: ListPosition) {
  const page = $router.get()
  if (!page) return
  const parts = PARTS.flatMap(name => {
    const value = place[name] ?? urlParameter(name)
    return value ? [[name, value]] : []
  })
  const search = new URLSearchParams(parts).toString()
  $router.open(`${location.pathname}${search && `?${search}`}`, true)
}
