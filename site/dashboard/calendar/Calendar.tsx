import { useStore } from '@nanostores/react'
import { Globe } from 'lucide-react'
import { useEffect } from 'react'

import { FillPlanLinks } from '#site/dashboard/shared/CreatePostLink.tsx'
import { $isWithoutClient, NoBusiness } from '#site/dashboard/shared/domains/NoBusiness.tsx'
import { $announcement } from '#site/dashboard/shared/post-dialogs/live-posts.ts'
import { $shownPeriod } from '#site/dashboard/shared/week/shown-period.ts'
import { formatDueIn } from '#site/dashboard/shared/zone.ts'
import { formatWeekday, describeTimeZone, formatTime } from '#site/lib/format.ts'
import { Button } from '#site/ui/Button.tsx'
import { EmptyCalendar } from '#site/ui/drawings.tsx'
import { Notice } from '#site/ui/Notice.tsx'
import { lazyComponent } from '#site/ui/rendering/lazy.tsx'
import { EmptyState, ErrorState, Skeleton, SkeletonRows } from '#site/ui/states.tsx'
import { HINT_ID, KEYS_ID } from './Chip.tsx'
import {
  emptyPeriodMessage,
  titleOf,
  $isWide,
  inWeeks,
  $isZoneKnown,
  $urlDay,
  $period,
  $span,
  $view,
  $zone,
  showDay,
  today,
  $month,
  $days,
  $window,
} from './days.ts'
import { $drag, $target } from './drag.ts'
import { $listed, $earlier } from './Earlier.tsx'
import { $isAll, $isFiltered, clearFilters } from './filters.ts'
import { Legend } from './Filters.tsx'
import { Days } from './grid/Days.tsx'
import { Hours } from './grid/Hours.tsx'
import { $hasKeyFocus } from './grid/use-day-grid.ts'
import { Agenda, DayDialog, DayList } from './Lists.tsx'
import { $slots } from './slots.ts'
import { $entries, $isMixed, $items, $lastShown } from './store.ts'
import { turnBySwipe } from './swipe.ts'
import { Toolbar } from './Toolbar.tsx'
import { BesideTray } from './Tray.tsx'

const InstagramGrid = lazyComponent(async () => (await import('./InstagramGrid.tsx')).InstagramGrid)

/** Loaded by the shell before this screen renders. */
export { $entries }

export function Calendar() {
  const on = useStore($urlDay)
  const zone = useStore($zone)
  const view = useStore($view)
  const isZoneKnown = useStore($isZoneKnown)
  const isMixed = useStore($isMixed)
  const period = useStore($window)
  useEffect(() => {
    $shownPeriod.set(view === 'grid' ? undefined : period)
    return () => $shownPeriod.set(undefined)
  }, [view, period])
  return (
    <>
      <Toolbar />
      <Legend />
      <CutOff />
      <BesideTray>
        <CurrentView />
        {isZoneKnown && (
          <p className="mt-3 flex flex-wrap items-center gap-x-2 text-xs text-soft md:pe-32">
            <Globe className="size-3.5" />
            {isMixed
              ? 'Each post is at its own business’s local day and time.'
              : `Times are ${describeTimeZone(on, zone)}.`}
            <Hints />
          </p>
        )}
      </BesideTray>
      <p role="status" className="sr-only">
        {useStore($announcement)}
      </p>
      <DayDialog />
      <DragPreview />
    </>
  )
}

function Hints() {
  const hasKeyFocus = useStore($hasKeyFocus)
  const view = useStore($view)
  const items = useStore($items)
  const isMovable = items.some(({ movable }) => movable)
  if (view === 'grid') return null
  return (
    <>
      {view !== 'list' && (
        <span id={KEYS_ID} className={hasKeyFocus ? '' : 'sr-only'}>
          Arrow keys move between days, Enter opens one, F2 moves to its posts.
        </span>
      )}
      {isMovable && (
        <span id={HINT_ID} className="pointer-coarse:sr-only">
          Drag a scheduled post to another {view === 'week' ? 'time' : 'day'}, or focus it and press Shift
          with an arrow key: a day or {view === 'month' ? 'a week' : 'a quarter of an hour'} at a time.
        </span>
      )}
    </>
  )
}

/** Says that the period has more posts than a response, and how to see the rest. */
function CutOff() {
  const last = useStore($lastShown)
  const zone = useStore($zone)
  const isWeek = useStore($view) === 'week'
  const isAll = useStore($isAll)
  if (!last) return null
  const narrower = [!isWeek && 'the week view', isAll && 'one business'].filter(Boolean).join(' or ')
  return (
    <Notice role="status" className="mb-3">
      There are too many posts to show here: those after {formatDueIn(zone, last)} are left out.
      {narrower && ` Choose ${narrower} to see them.`}
    </Notice>
  )
}

function CurrentView() {
  const view = useStore($view)
  const isWide = useStore($isWide)
  const { state, ...entries } = useStore($entries)
  const isEmpty = useStore($items).length === 0
  const isZoneKnown = useStore($isZoneKnown)
  const isAll = useStore($isAll)
  if (useStore($isWithoutClient) && !isAll) return <NoBusiness />
  if (state === 'failed')
    return <ErrorState message={'message' in entries ? entries.message : ''} onRetry={$entries.reload} />
  if (view === 'grid') return <InstagramGrid />
  if (view === 'list')
    return (
      <div ref={turnBySwipe}>
        <List />
      </div>
    )
  if (!isZoneKnown) return <GridSkeleton />
  return (
    <div aria-busy={state === 'loading'}>
      <div ref={turnBySwipe}>{view === 'month' ? <Month /> : <Week />}</div>
      {isWide ? state === 'ready' && isEmpty && <NoPosts /> : <DayList />}
    </div>
  )
}

const DAYS_IN_SKELETON = 35

const GridSkeleton = () => (
  <div
    role="status"
    aria-label="Loading posts..."
    className="grid grid-cols-7 gap-px overflow-hidden rounded-box border border-base-300 bg-base-300 max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0"
  >
    {Array.from({ length: DAYS_IN_SKELETON }, (_, day) => (
      <div key={day} className="grid h-12 content-between bg-raised p-1.5 md:h-28">
        <Skeleton className="h-3 w-5" />
        <Skeleton className="h-16 w-full max-md:h-2 max-md:w-5" />
      </div>
    ))}
  </div>
)

function List() {
  const { state } = useStore($entries)
  const isEmpty = useStore($items).length === 0
  const slots = useStore($slots)
  const isListEmpty = useStore($listed).length === 0
  // Slots that load later would move the posts below them.
  if (state === 'loading' || slots.state === 'loading')
    return <SkeletonRows rows={6} label="Loading posts..." />
  return isListEmpty ? <NoPosts boxed within={isEmpty ? '' : 'the rest of '} /> : <Agenda />
}

/** In place of a list (`boxed`), or below an empty grid, where it stays in sight. */
function NoPosts({ boxed, within = '' }: { boxed?: boolean; within?: string }) {
  const view = useStore($view)
  const span = useStore($span)
  const period = useStore($period)
  const isFiltered = useStore($isFiltered)
  const text = isFiltered
    ? `No post in ${within + titleOf(view, span)} passes your filters.`
    : `${emptyPeriodMessage(view, span, period)}${period === 'past' ? '' : ' Write something, choose when it goes out, and it appears here.'}`
  const action = isFiltered ? (
    <Button onClick={clearFilters}>Clear filters</Button>
  ) : period === 'past' ? (
    <Button onClick={() => showDay(today())}>Go to today</Button>
  ) : (
    <FillPlanLinks />
  )
  if (boxed)
    return (
      <EmptyState drawing={<EmptyCalendar />} action={action}>
        {text}
      </EmptyState>
    )
  return (
    <div className="sticky bottom-3 z-10 mt-3 flex flex-wrap items-center justify-between gap-3 rounded-box border border-edge bg-raised px-4 py-3">
      <p className="min-w-60 grow basis-0 text-sm">{text}</p>
      {action}
    </div>
  )
}

/** Follows the pointer, with the time of a drop there. */
function DragPreview() {
  const drag = useStore($drag)
  const target = useStore($target)
  const gridZone = useStore($zone)
  if (!drag) return null
  const { at: start, zone = gridZone } = drag.dragged
  const at = target ?? start
  return (
    <div
      aria-hidden="true"
      // An inline style, because the position follows the pointer.
      style={{ translate: `${drag.x + 12}px ${drag.y + 12}px` }}
      className="pointer-events-none fixed start-0 top-0 z-50 max-w-56 rounded-selector border border-edge bg-raised px-2.5 py-1.5 text-xs shadow-lift"
    >
      {at && (
        <p className="font-semibold tabular-nums">
          {formatWeekday(at, zone)}, {formatTime(at, zone)}
        </p>
      )}
      <p className="truncate">{drag.dragged.label}</p>
    </div>
  )
}

/** The current month begins with this week; its past weeks unfold above. */
function Month() {
  const { past, weeks } = useStore($month)
  const { days, isUnfolded } = useStore($earlier)
  const isShown = isUnfolded || days.length === 0
  return <Days weeks={isShown ? [...past, ...weeks] : weeks} />
}

/** Seven days by the hour; on a phone in rows of dots. */
function Week() {
  const days = useStore($days)
  return useStore($isWide) ? <Hours /> : <Days weeks={inWeeks(days)} />
}
