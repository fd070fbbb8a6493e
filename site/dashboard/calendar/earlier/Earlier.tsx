import { useStore } from '@nanostores/react'
import { ChevronDown, ChevronUp, CircleAlert } from 'lucide-react'

import { plural } from '#shared/plural.ts'
import { needAttention } from '#site/dashboard/calendar/days/labels.ts'
import { countProblems } from '#site/dashboard/calendar/items.ts'
import { $byDay } from '#site/dashboard/calendar/store.ts'
import { dayKey } from '#site/ui/date-time-picker/days.ts'
import { keepFocus } from '#site/ui/keep-focus.ts'
import { $earlier, toggleEarlier } from './earlier.ts'

/** Unfolds the days of this month that are over. */
export function Earlier() {
  const { days, isUnfolded } = useStore($earlier)
  const byDay = useStore($byDay)
  if (days.length === 0) return null
  const items = days.flatMap(day => byDay.get(dayKey(day)) ?? [])
  const problems = countProblems(items)
  const Icon = isUnfolded ? ChevronUp : ChevronDown
  return (
    <button
      ref={keepFocus}
      type="button"
      aria-expanded={isUnfolded}
      onClick={toggleEarlier}
      className="btn gap-1 px-1 font-semibold text-soft btn-ghost btn-sm max-sm:ms-auto pointer-coarse:min-h-11"
    >
      <Icon aria-hidden="true" className="size-4" />
      Earlier<span className="sr-only"> this month</span>
      {items.length > 0 && (
        <span className="font-normal tabular-nums">
          <span aria-hidden="true" className="max-[24rem]:hidden sm:hidden">
            {items.length}
          </span>
          <span className="max-sm:sr-only">{plural(items.length, 'post')}</span>
        </span>
      )}
      {problems > 0 && (
        <>
          <CircleAlert aria-hidden="true" className="size-4 text-error" />
          <span className="sr-only">, {needAttention(problems)}</span>
        </>
      )}
    </button>
  )
}
