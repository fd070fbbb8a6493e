import { useStore } from '@nanostores/react'
import { ChevronLeft, ChevronRight, Share2 } from 'lucide-react'

import { $accounts } from '#site/dashboard/shared/accounts/store.ts'
import { AllBusinesses } from '#site/dashboard/shared/domains/AllBusinesses.tsx'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { openDialog } from '#site/dashboard/shared/open-dialog.ts'
import { $may } from '#site/dashboard/shared/permissions.tsx'
import { ScreenTitle } from '#site/dashboard/shared/ScreenHeading.tsx'
import { WriteWeekButton } from '#site/dashboard/shared/week/WriteWeekButton.tsx'
import { $isPhone } from '#site/lib/media-query.ts'
import { toast } from '#site/lib/toasts.ts'
import { Button } from '#site/ui/Button.tsx'
import { Segments } from '#site/ui/fields/Segments.tsx'
import { IconButton } from '#site/ui/IconButton.tsx'
import {
  type View,
  VIEWS,
  shortTitleOf,
  titleOf,
  $hasToday,
  $span,
  $view,
  $window,
  showDay,
  showView,
  step,
  today,
} from './days.ts'
import { Earlier } from './Earlier.tsx'
import { $isAll, showAll } from './filters.ts'
import { Filters } from './Filters.tsx'

const LABELS: Record<View, string> = { month: 'Month', week: 'Week', list: 'List', grid: 'Grid' }
const ICON = 'size-5'

export const TITLE_ID = 'calendar-title'

/** One line if there is room, because the calendar needs the height. */
export function Toolbar() {
  const view = useStore($view)
  const span = useStore($span)
  const isGrid = view === 'grid'
  const account = useStore($accounts.instagram)
  // Also while the account loads, so that no button moves.
  const hasProfile = isGrid || account.state !== 'ready' || account.data.accountConnected
  const isAll = useStore($isAll)
  const unit = view === 'week' ? 'week' : 'month'
  return (
    <div className="@container mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 max-sm:gap-x-1.5 lg:-mt-3">
      <div className="flex items-center gap-x-1 max-sm:contents sm:flex-wrap">
        <ScreenTitle title="Calendar" className="me-2 text-2xl max-sm:sr-only" />
        {/* Invisible rather than absent in the grid, so that the others don't move. */}
        <span
          className={`flex items-center gap-x-1 ${isGrid ? 'invisible order-1 max-sm:hidden' : 'max-sm:contents'}`}
        >
          <IconButton
            label={`Previous ${unit}`}
            icon={<ChevronLeft className={ICON} />}
            className="max-sm:-ms-2.5"
            onClick={() => step(-1)}
          />
          <IconButton
            label={`Next ${unit}`}
            icon={<ChevronRight className={ICON} />}
            onClick={() => step(1)}
          />
          <TodayButton />
        </span>
        <h2
          id={TITLE_ID}
          aria-live="polite"
          className="min-w-0 text-sm leading-tight max-sm:grow max-sm:basis-0 min-[24rem]:text-base sm:ms-2 sm:text-lg"
        >
          {shortTitleOf(view, span)}
        </h2>
        <span className="contents max-sm:order-2 max-sm:flex max-sm:empty:hidden">
          <Earlier />
        </span>
      </div>
      <div className="flex grow flex-wrap items-center gap-2 max-sm:contents sm:justify-end">
        {/* On a phone it is among the filters. */}
        <AllBusinesses isAll={isAll} onChange={showAll} className="max-sm:hidden" />
        <span className={`contents ${isGrid ? 'invisible' : ''}`}>
          <Filters />
          {!isAll && <WriteWeekButton small />}
          <ShareButton />
        </span>
        <span aria-hidden="true" className="order-1 basis-full sm:hidden" />
        <span className="max-sm:order-2 max-sm:ms-auto">
          <Segments
            label="Show as"
            choices={(hasProfile ? VIEWS : VIEWS.filter(each => each !== 'grid')).map(key => ({
              key,
              label: LABELS[key],
            }))}
            chosen={view}
            onChoose={showView}
          />
        </span>
      </div>
    </div>
  )
}

/** Absent on a phone that shows today. */
function TodayButton() {
  const hasToday = useStore($hasToday)
  if (useStore($isPhone) && hasToday) return null
  return (
    <span className="max-sm:order-2">
      <Button small onClick={() => showDay(today())}>
        Today
      </Button>
    </span>
  )
}

function ShareButton() {
  const { from, to } = useStore($window)
  const title = titleOf(useStore($view), useStore($span))
  const domainId = useStore($selectedDomain)?._id
  const mayShare = useStore($may)(domainId ?? '', 'connect')
  const isAll = useStore($isAll)
  if (!mayShare) return null
  const share = () =>
    isAll
      ? toast('info', 'A review link shows the posts of one business. Choose it above, then share.')
      : openDialog(
          async () => (await import('#site/dashboard/shared/review-links/ShareDialog.tsx')).ShareDialog,
          { shared: { from: from.toISOString(), to: to.toISOString() }, what: `the posts of ${title}` },
        )
  return (
    <Button small title="Share for review" icon={<Share2 />} onClick={share}>
      <span className="@max-[66rem]:sr-only">Share for review</span>
    </Button>
  )
}
