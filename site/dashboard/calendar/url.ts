import { atom, computed } from 'nanostores'

import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { timeZone } from '#site/lib/format.ts'
import { mediaQuery } from '#site/lib/media-query.ts'
import { clockIn } from '#site/lib/wall-clock.ts'
import { addDays, dayKey, readDay } from '#site/ui/date-time-picker/days.ts'
import { daysOf, isSameMonth, monthOf, periodOf, stepped, type View, VIEWS, windowOf } from './days.ts'

const PATH = '/dashboard/calendar'

export const $search = computed($router, (page): Record<string, string | undefined> =>
  page?.route === 'calendar' ? page.search : {},
)

/** True if seven columns with posts fit side by side. */
export const $isWide = mediaQuery('(min-width: 64rem)', true)

/** The view in the URL; a month without one. */
export const $view = computed($search, ({ view }): View => VIEWS.find(each => each === view) ?? 'month')

/** The time zone of everything on screen: the business's, or the device's if several businesses are shown. */
export const $zone = computed(
  [$selectedDomain, $search],
  (domain, { businesses }) => (!businesses && domain?.timeZone) || timeZone(),
)

export const todayKey = () => clockIn($zone.get(), new Date()).day
export const today = () => readDay(todayKey()) ?? new Date()

const $onKey = computed([$search, $zone], ({ on }) => (readDay(on) ? on! : todayKey()))
/** The day in the URL, or today. */
export const $on = computed($onKey, key => readDay(key) ?? today())

/** Weeks of the month on screen; the past weeks of the current month are separate. */
export const $month = computed($on, on => monthOf(on, today()))
export const $days = computed([$view, $on], (view, on) => daysOf(view, on, today()))
export const $window = computed([$days, $zone], windowOf)
export const $hasToday = computed($days, days => days.some(day => dayKey(day) === todayKey()))
export const $period = computed([$view, $on], (view, on) => periodOf(view, on, today()))
/** The days of which the title names the months, or for a week the days. */
export const $span = computed([$view, $on, $days], (view, on, days): [Date, Date] => {
  const last = days.at(-1) ?? on
  if (view === 'week') return [days[0] ?? on, last]
  return [on, isSameMonth(on, today()) ? last : on]
})

const $place = computed([$view, $onKey], (...place) => place.join(' '))
const $active = atom({ place: '', key: '' })

/** The chosen day, which gets the focus by Tab: the last one chosen in this view, else the URL's. */
export const $day = computed([$active, $place, $onKey], (active, place, onKey) =>
  active.place === place ? active.key : onKey,
)
export const activateDay = (key: string) => $active.set({ place: $place.get(), key })

/** Opens the calendar with other values in its URL; undefined ones are removed. */
export function openWith(values: Record<string, string | undefined>) {
  const { post: _closed, ...search } = { ...$search.get(), ...values }
  const given = Object.entries(search).filter((entry): entry is [string, string] => Boolean(entry[1]))
  void $router.open(`${PATH}?${new URLSearchParams(given)}`)
}

export const showDay = (on: Date, view = $view.get()) => openWith({ view, on: dayKey(on) })
const chosenDay = () => readDay($day.get()) ?? $on.get()
export const showView = (view: View) => showDay(chosenDay(), view)

/** Chooses the next or previous day, which may be in another period. */
export function stepDay(steps: 1 | -1) {
  const day = addDays(chosenDay(), steps)
  if ($days.get().some(shown => dayKey(shown) === dayKey(day))) activateDay(dayKey(day))
  else showDay(day)
}
export const step = (steps: 1 | -1) => showDay(stepped($view.get(), chosenDay(), steps, today()))
