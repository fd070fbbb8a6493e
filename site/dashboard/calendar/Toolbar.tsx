import { useStore } from '@nanostores/react'
import { ChevronLeft, ChevronRight, Share2 } from 'lucide-react'
import { useState } from 'react'

import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { $may } from '#site/dashboard/shared/permissions/permissions.ts'
import { ShareDialog } from '#site/dashboard/shared/review-links/lazy.ts'
import { toast } from '#site/lib/toasts.ts'
import { Button } from '#site/ui/Button.tsx'
import { Segments } from '#site/ui/fields/Segments.tsx'
import { IconButton } from '#site/ui/IconButton.tsx'
import { type View, VIEWS } from './days/days.ts'
import { titleOf } from './days/labels.ts'
import { AllBusinesses } from './filters/Businesses.tsx'
import { $isAll } from './filters/filters.ts'
import { Filters } from './filters/Filters.tsx'
import { $span, $view, $window, showDay, showView, step, today } from './url.ts'

const LABELS: Record<View, string> = { month: 'Month', week: 'Week', list: 'List' }
const ICON = 'size-5'

/** Id of the title with the days on screen. */
export const TITLE_ID = 'calendar-title'

export function Toolbar() {
  const view = useStore($view)
  const unit = view === 'week' ? 'week' : 'month'
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="-ms-2.5 flex flex-wrap items-center gap-1">
        <IconButton
          label={`Previous ${unit}`}
          icon={<ChevronLeft aria-hidden="true" className={ICON} />}
          onClick={() => step(-1)}
        />
        <IconButton
          label={`Next ${unit}`}
          icon={<ChevronRight aria-hidden="true" className={ICON} />}
          onClick={() => step(1)}
        />
        <Button small className="pointer-coarse:min-h-11" onClick={() => showDay(today())}>
          Today
        </Button>
        <h2 id={TITLE_ID} aria-live="polite" className="ms-3 text-lg sm:text-xl">
          {titleOf(view, useStore($span))}
        </h2>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <AllBusinesses />
        <Filters />
        <ShareButton />
        <Segments
          label="Show as"
          choices={VIEWS.map(key => ({ key, label: LABELS[key] }))}
          chosen={view}
          onChoose={showView}
        />
      </div>
    </div>
  )
}

/** Shares the week or month on screen. */
function ShareButton() {
  const [open, setOpen] = useState(false)
  const { from, to } = useStore($window)
  const title = titleOf(useStore($view), useStore($span))
  const domainId = useStore($selectedDomain)?._id
  const mayShare = useStore($may)(domainId ?? '', 'connect')
  const isAll = useStore($isAll)
  if (!mayShare) return null
  const share = () =>
    isAll
      ? toast('info', 'A review link shows the posts of one business. Choose it above, then share.')
      : setOpen(true)
  return (
    <>
      <Button
        small
        className="pointer-coarse:min-h-11"
        icon={<Share2 aria-hidden="true" className="size-4" />}
        onClick={share}
      >
        <span className="max-sm:sr-only">Share for review</span>
      </Button>
      {open && (
        <ShareDialog
          shared={{ from: from.toISOString(), to: to.toISOString() }}
          what={`the posts of ${title}`}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
