import { atom, computed } from 'nanostores'

import { $router } from '#site/dashboard/shared/router.ts'
import { startOfDay } from '#site/ui/date-time-picker/days.ts'
import { dayKey, readDay, stepped, type View, VIEWS, windowOf } from './days.ts'

const PATH = '/dashboard/calendar'
const PHONE = '(max-width: 767px)'

const $search = computed($router, page => (page?.route === 'calendar' ? page.search : {}))

/** View and day are part of the URL. Phones start with the list, because it fits. */
export const $view = computed(
  $search,
  ({ view }): View =>
    VIEWS.find(each => each === view) ?? (globalThis.matchMedia?.(PHONE).matches ? 'list' : 'month'),
)

const $onKey = computed($search, ({ on }) => dayKey(readDay(on) ?? new Date()))
export const $on = computed($onKey, key => readDay(key) ?? startOfDay(new Date()))

export const $window = computed([$view, $on], windowOf)

const $place = computed([$view, $onKey], (...place) => place.join(' '))
const $reached = atom({ place: '', key: '' })

/** The day that Tab leads to: the one reached by keys within the view, else the URL's. */
export const $day = computed([$reached, $place, $onKey], (reached, place, onKey) =>
  reached.place === place ? reached.key : onKey,
)
export const reach = (key: string) => $reached.set({ place: $place.get(), key })

const open = (view: View, on: Date) =>
  void $router.open(`${PATH}?${new URLSearchParams({ view, on: dayKey(on) })}`)

export const showView = (view: View) => open(view, readDay($day.get()) ?? $on.get())
export const showDay = (on: Date, view = $view.get()) => open(view, on)
export const step = (steps: 1 | -1) => open($view.get(), stepped($view.get(), $on.get(), steps))
