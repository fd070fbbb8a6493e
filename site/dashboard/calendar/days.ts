import { atom, computed } from 'nanostores'

import { chunksOf } from '#shared/chunks.ts'
import { plural } from '#shared/plural.ts'
import { SCHEDULE_MAX_DAYS } from '#shared/posts/posts.ts'
import { $domains, $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { $router, openPage, ROUTES, type Search, withSearch } from '#site/dashboard/shared/router.ts'
import { $zoneOf } from '#site/dashboard/shared/zone.ts'
import { formatFullDay, timeZone } from '#site/lib/format.ts'
import { mediaQuery } from '#site/lib/media-query.ts'
import { clockIn, instantIn } from '#site/lib/wall-clock.ts'
import { addDays, addMonths, dayKey, weeksOf, readDay, isSameMonth } from '#site/ui/date-time-picker/days.ts'

export const VIEWS = ['month', 'week', 'list', 'grid'] as const
export type View = (typeof VIEWS)[number]

type Period = 'past' | 'current' | 'future'

const DAYS_A_WEEK = 7
/** The grid of a profile shows all days for which a post can be scheduled. */
const GRID_DAYS = SCHEDULE_MAX_DAYS + 1
/** Minimum number of weeks from the current one, so that the end of a month shows the next. */
const WEEKS_AHEAD = 5
/** A week is nearly over in its last days. */
const DAYS_LEFT = 3

const weekOf = (day: Date) => weeksOf(day).find(week => week.some(each => dayKey(each) === dayKey(day))) ?? []

/** Returns the weeks of a month, from Monday. The current month continues after its end, and its past weeks are separate. */
export function monthOf(on: Date, today: Date): { past: Date[][]; weeks: Date[][] } {
  const weeks = weeksOf(on)
  const [monday] = weekOf(today)
  if (!isSameMonth(on, today) || !monday) return { past: [], weeks }
  const current = weeks.findIndex(([first]) => first && dayKey(first) === dayKey(monday))
  const count = Math.max(weeks.length - current, WEEKS_AHEAD)
  const days = Array.from({ length: count * DAYS_A_WEEK }, (_, day) => addDays(monday, day))
  return { past: weeks.slice(0, current), weeks: inWeeks(days) }
}

export const inWeeks = (days: Date[]) => chunksOf(days, DAYS_A_WEEK)

const isEnding = (week: Date[], today: Date) =>
  week.slice(-DAYS_LEFT).some(day => dayKey(day) === dayKey(today))

/** Returns the days of a view. The current month, and a phone's current week that is nearly over, continue after their end. */
export function daysOf(view: View, on: Date, today: Date, isWide = true): Date[] {
  if (view === 'week') {
    const week = weekOf(on)
    return !isWide && isEnding(week, today) ? [...week, ...weekOf(addDays(on, DAYS_A_WEEK))] : week
  }
  if (view === 'grid') return Array.from({ length: GRID_DAYS }, (_, day) => addDays(today, day))
  const { past, weeks } = monthOf(on, today)
  const days = [...past, ...weeks].flat()
  if (view === 'month') return days
  const isCurrent = isSameMonth(on, today)
  return days.filter(day => isSameMonth(day, on) || (isCurrent && day > on))
}

/** Returns the past days that the current month folds: whole weeks in the grid, days before the chosen one in the list. */
export function earlierDays(view: View, on: Date, days: readonly Date[], today: Date): Date[] {
  if (view === 'week' || view === 'grid' || !isSameMonth(on, today)) return []
  const monday = weekOf(today)[0] ?? today
  if (view === 'month' && dayKey(on) < dayKey(monday)) return []
  const first = view === 'month' ? monday : on < today ? on : today
  return days.filter(day => dayKey(day) < dayKey(first))
}

export function periodOf(view: View, on: Date, today: Date): Period {
  const isCurrent =
    view === 'week'
      ? dayKey(weekOf(on)[0] ?? on) === dayKey(weekOf(today)[0] ?? today)
      : isSameMonth(on, today)
  if (isCurrent) return 'current'
  return on < today ? 'past' : 'future'
}

export function windowOf(days: Date[], zone: string): { from: Date; to: Date } {
  const midnight = (day: Date) => instantIn(zone, { day: dayKey(day), minutes: 0 })
  return { from: midnight(days[0]!), to: midnight(addDays(days.at(-1)!, 1)) }
}

/** Returns the same day of the next or previous week, or the first day of the month, which is today in the current one. */
export function dayOfNextPeriod(view: View, on: Date, steps: 1 | -1, today: Date): Date {
  if (view === 'week') return addDays(on, steps * DAYS_A_WEEK)
  const month = addMonths(on, steps)
  return isSameMonth(month, today) ? today : addDays(month, 1 - month.getDate())
}

const MORNING = 9 * 60

/** Returns the morning of a day or, once that is over, a time within the next hour; undefined for a day that is over. */
export function firstTimeOn(zone: string, day: Date, now: Date): Date | undefined {
  const morning = instantIn(zone, { day: dayKey(day), minutes: MORNING })
  if (morning > now) return morning
  const soon = addQuarters(now, 4)
  return clockIn(zone, soon).day === dayKey(day) ? soon : undefined
}

export const STEP_MINUTES = 15

/** Adds quarters of an hour of elapsed time, and rounds to a quarter. */
export function addQuarters(time: Date, quarters: number): Date {
  const step = STEP_MINUTES * 60_000
  const whole = quarters > 0 ? Math.floor(+time / step) : Math.ceil(+time / step)
  return new Date((whole + quarters) * step)
}

/** Returns '2026-11-23' for a day's cell, '2026-11-23 9' for an hour's. */
export const cellKey = (day: string, hour?: number) => (hour === undefined ? day : `${day} ${hour}`)

export const cellOf = (day: string, minutes: number) => cellKey(day, Math.floor(minutes / 60))

export function hourCell(zone: string, instant: Date): string {
  const { day, minutes } = clockIn(zone, instant)
  return cellOf(day, minutes)
}

export const dayOfCell = (key: string) => key.split(' ', 1)[0]!

export const hourOfCell = (key: string) => Number(key.split(' ')[1])

const LOCALE = 'en-AU'
const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(LOCALE, options)

const month = format({ month: 'long', year: 'numeric' })
const range = format({ day: 'numeric', month: 'long', year: 'numeric' })
const weekday = format({ weekday: 'long' })
const monthName = format({ month: 'short' })

type DayCounts = { count: number; drafts: number; problems: number }

/** Returns 'Monday 23 November 2026, 3 posts, 1 needs attention'. */
export function labelOfDay(day: Date, { count, drafts, problems }: DayCounts) {
  const posts = count === 0 ? '' : `, ${plural(count, 'post')}`
  const unsent = drafts === 0 ? '' : `, ${plural(drafts, 'draft')}`
  return formatFullDay(day) + posts + unsent + (problems > 0 ? `, ${attentionLabel(problems)}` : '')
}

export const emptyDayMessage = (day: Date, today: Date) =>
  day < today ? 'There were no posts on this day.' : 'Nothing is planned for this day.'

export function emptyPeriodMessage(view: View, span: [Date, Date], when: Period) {
  const isWeek = view === 'week'
  const title = titleOf(view, span)
  if (when === 'past') return `There were no posts ${isWeek ? 'on' : 'in'} ${title}.`
  const rest = isWeek ? 'the rest of this week' : `the rest of ${title}`
  return `Nothing is planned for ${when === 'current' ? rest : title}.`
}

export const attentionLabel = (problems: number) =>
  problems === 1 ? '1 needs attention' : `${problems} need attention`

export const weekdayName = (day: Date) => weekday.format(day)

/** Returns '1 Dec' for the first day of a month, and '2' for other days. */
export const dayNumber = (day: Date) =>
  day.getDate() === 1 ? `1 ${monthName.format(day)}` : String(day.getDate())

/** Returns 'November 2026', 'November – December 2026' or '23–29 November 2026'. */
export const titleOf = (view: View, span: [Date, Date]): string =>
  view === 'week' ? range.formatRange(...span) : month.formatRange(...monthsIn(view, span))

/** Returns the first and last month to name. A grid that shows one whole month names only that. */
function monthsIn(view: View, [from, to]: [Date, Date]): [Date, Date] {
  if (view === 'list') return [from, to]
  const next = new Date(from.getFullYear(), from.getMonth() + (from.getDate() === 1 ? 0 : 1), 1)
  const endOf = (first: Date) => new Date(first.getFullYear(), first.getMonth() + 1, 0)
  const following = new Date(next.getFullYear(), next.getMonth() + 1, 1)
  return endOf(next) <= to && endOf(following) > to ? [next, endOf(next)] : [from, to]
}

const shortMonth = format({ month: 'short', year: 'numeric' })
const shortRange = format({ day: 'numeric', month: 'short', year: 'numeric' })
const shortRangeThisYear = format({ day: 'numeric', month: 'short' })

/** Returns 'November 2026', 'Nov – Dec 2026', '23–29 Nov' (with another year) or 'Instagram profile'. */
export function shortTitleOf(view: View, [from, to]: [Date, Date]): string {
  if (view === 'grid') return 'Instagram profile'
  if (view === 'week') {
    const year = today().getFullYear()
    const isThisYear = from.getFullYear() === year && to.getFullYear() === year
    return (isThisYear ? shortRangeThisYear : shortRange).formatRange(from, to)
  }
  const months = monthsIn(view, [from, to])
  return (isSameMonth(...months) ? month : shortMonth).formatRange(...months)
}

export const $search = computed($router, (page): Record<string, string | undefined> =>
  page?.route === 'calendar' ? page.search : {},
)

/** True if seven columns with posts fit side by side. */
export const $isWide = mediaQuery('(min-width: 48rem)', true)

/** The view in the URL. By default a month, or on a phone a week. */
export const $view = computed(
  [$search, $isWide],
  ({ view }, isWide): View => VIEWS.find(each => each === view) ?? (isWide ? 'month' : 'week'),
)

/** The time zone of the grid: the business's, or the device's if several businesses are shown. */
export const $zone = computed(
  [$selectedDomain, $search],
  (domain, { businesses }) => (!businesses && domain?.timeZone) || timeZone(),
)

/** Returns the time zone of a business's posts: with several businesses on screen its own, otherwise the grid's. */
export const $postZone = computed(
  [$zone, $search, $zoneOf],
  (zone, { businesses }, zoneOf) =>
    (domainId: string) =>
      businesses ? zoneOf(domainId) : zone,
)

/** False while the business, and so its time zone, is loading. */
export const $isZoneKnown = computed(
  [$domains, $search],
  (domains, { businesses }) => domains.state !== 'loading' || Boolean(businesses),
)

export const todayKey = () => clockIn($zone.get(), new Date()).day
export const today = () => readDay(todayKey()) ?? new Date()

const $urlDayKey = computed([$search, $zone], ({ on }) => (readDay(on) ? on! : todayKey()))
/** The day in the URL, which decides the period on screen; today without one. */
export const $urlDay = computed($urlDayKey, key => readDay(key) ?? today())

export const $month = computed($urlDay, on => monthOf(on, today()))
export const $days = computed([$view, $urlDay, $isWide], (view, on, isWide) =>
  daysOf(view, on, today(), isWide),
)
export const $window = computed([$days, $zone], windowOf)
/** Returns true if an instant's day in a zone is on screen. */
export const $hasDayOf = computed($days, days => {
  const [first, last] = [dayKey(days[0]!), dayKey(days.at(-1)!)]
  return (zone: string, instant: Date) => {
    const { day } = clockIn(zone, instant)
    return first <= day && day <= last
  }
})
export const $hasToday = computed($days, days => days.some(day => dayKey(day) === todayKey()))
export const $period = computed([$view, $urlDay], (view, on) => periodOf(view, on, today()))
/** First and last day of the period in the title. */
export const $span = computed([$view, $urlDay, $days], (view, on, days): [Date, Date] => {
  const last = days.at(-1) ?? on
  if (view === 'week') return [days[0] ?? on, last]
  return [on, isSameMonth(on, today()) ? last : on]
})

const $place = computed([$view, $urlDayKey], (...place) => place.join(' '))
const $active = atom({ place: '', key: '' })

/** Key of the day that Tab reaches: the one last chosen in this view and period, else the one in the URL. */
export const $activeKey = computed([$active, $place, $urlDayKey], (active, place, onKey) =>
  active.place === place ? active.key : onKey,
)
export const activateDay = (key: string) => $active.set({ place: $place.get(), key })

/** Opens the calendar with other search parameters. Undefined ones are removed. */
export const openWith = (values: Search) =>
  openPage(withSearch(ROUTES.calendar, { ...$search.get(), ...values }))

export const showDay = (on: Date, view = $view.get()) => openWith({ view, on: dayKey(on) })
const chosenDay = () => readDay($activeKey.get()) ?? $urlDay.get()
/** Opens another view at the chosen day. A list opens at today if today is on screen. */
export function showView(view: View) {
  const [day, now] = [chosenDay(), today()]
  showDay(view === 'list' && $hasToday.get() && day > now ? now : day, view)
}

/** Chooses the next or previous day, which may be in another period. */
export function stepDay(steps: 1 | -1) {
  const day = addDays(chosenDay(), steps)
  if ($days.get().some(shown => dayKey(shown) === dayKey(day))) activateDay(dayKey(day))
  else showDay(day)
}
export const step = (steps: 1 | -1) => showDay(dayOfNextPeriod($view.get(), chosenDay(), steps, today()))
