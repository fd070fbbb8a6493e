import { useStore } from '@nanostores/react'
import { ChevronDown, ChevronUp, CircleAlert } from 'lucide-react'
import { atom, computed, onMount } from 'nanostores'

import { dayKey } from '#site/ui/date-time-picker/days.ts'
import { earlierDays, attentionLabel, $days, $urlDay, $view, today } from './days.ts'
import { type Item, countProblems } from './items.ts'
import { $byDay } from './store.ts'

const $isUnfolded = atom(false)
onMount($isUnfolded, () => () => $isUnfolded.set(false))

/** The past days that can be folded away. */
export const $earlier = computed([$view, $urlDay, $days, $isUnfolded], (view, on, days, isUnfolded) => ({
  days: earlierDays(view, on, days, today()),
  isUnfolded,
}))

/** Posts by day, without folded days. */
export const $listed = computed([$byDay, $earlier], (byDay, { days, isUnfolded }): [string, Item[]][] => {
  const folded = new Set(isUnfolded ? [] : days.map(dayKey))
  return [...byDay].filter(([day]) => !folded.has(day))
})

export function Earlier() {
  const { days, isUnfolded } = useStore($earlier)
  const byDay = useStore($byDay)
  if (days.length === 0) return null
  const items = days.flatMap(day => byDay.get(dayKey(day)) ?? [])
  const problems = countProblems(items)
  const Icon = isUnfolded ? ChevronUp : ChevronDown
  return (
    <button
      type="button"
      aria-expanded={isUnfolded}
      onClick={() => $isUnfolded.set(!isUnfolded)}
      className="btn gap-1 px-1 font-semibold text-soft btn-ghost btn-sm max-sm:ms-auto pointer-coarse:min-h-11"
    >
      <Icon className="size-4" />
      Earlier<span className="sr-only"> this month</span>
      {items.length > 0 && (
        <span className="font-normal tabular-nums max-[24rem]:sr-only">
          {items.length}
          <span className="max-sm:sr-only">{items.length === 1 ? ' post' : ' posts'}</span>
        </span>
      )}
      {problems > 0 && (
        <>
          <CircleAlert className="size-4 text-error" />
          <span className="sr-only">, {attentionLabel(problems)}</span>
        </>
      )}
    </button>
  )
}
