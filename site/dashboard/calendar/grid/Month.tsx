import { useStore } from '@nanostores/react'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'

import { KEYS_ID } from '#site/dashboard/calendar/chip/Chip.tsx'
import { needAttention } from '#site/dashboard/calendar/days/labels.ts'
import { countProblems, type Item } from '#site/dashboard/calendar/items.ts'
import { $byDay } from '#site/dashboard/calendar/store.ts'
import { TITLE_ID } from '#site/dashboard/calendar/Toolbar.tsx'
import { $month, $on } from '#site/dashboard/calendar/url.ts'
import { dayKey } from '#site/ui/date-time-picker/days.ts'
import { Days } from './Days.tsx'

/** A month in weeks. The current one starts at this week; its past weeks unfold above it. */
export function Month() {
  const { past, weeks } = useStore($month)
  const on = dayKey(useStore($on))
  const isInPast = past.flat().some(day => dayKey(day) === on)
  const [isUnfolded, setUnfolded] = useState(false)
  const isShown = isInPast || isUnfolded
  return (
    <>
      {past.length > 0 && !isInPast && (
        <Earlier weeks={past} isShown={isShown} onToggle={() => setUnfolded(!isUnfolded)} />
      )}
      <Days past={isShown ? past : []} weeks={weeks} labelledBy={TITLE_ID} describedBy={KEYS_ID} />
    </>
  )
}

type EarlierProps = { weeks: readonly Date[][]; isShown: boolean; onToggle: () => void }

function Earlier({ weeks, isShown, onToggle }: EarlierProps) {
  const byDay = useStore($byDay)
  const items: Item[] = weeks.flat().flatMap(day => byDay.get(dayKey(day)) ?? [])
  const problems = countProblems(items)
  const Icon = isShown ? ChevronUp : ChevronDown
  return (
    <button
      type="button"
      aria-expanded={isShown}
      onClick={onToggle}
      className="mb-2 flex min-h-11 cursor-pointer flex-wrap items-center gap-x-2 text-start text-sm font-semibold text-soft hover:text-base-content"
    >
      <Icon aria-hidden="true" className="size-4" />
      Earlier this month
      <span className="font-normal tabular-nums">
        {items.length === 1 ? '1 post' : `${items.length} posts`}
        {problems > 0 && `, ${needAttention(problems)}`}
      </span>
    </button>
  )
}
