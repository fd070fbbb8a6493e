import { CircleAlert } from 'lucide-react'

import { Chip } from '#site/dashboard/calendar/chip/Chip.tsx'
import { needAttention, wholeDay } from '#site/dashboard/calendar/days/labels.ts'
import { countProblems, divide, type Item } from '#site/dashboard/calendar/items.ts'
import { $openDay } from '#site/dashboard/calendar/lists/open-day.ts'

const MAX_SHOWN = 3
/** Number of posts in a cell up to which each shows two lines of its message. */
const MAX_ROOMY = 2

/** A cell's posts by time, and a button for those that don't fit, the least urgent. */
export function CellPosts({ day, items }: { day: Date; items: readonly Item[] }) {
  if (items.length === 0) return null
  const { shown, hidden } = divide(items, items.length > MAX_SHOWN ? MAX_SHOWN - 1 : MAX_SHOWN)
  return (
    <>
      <ul className="space-y-1">
        {shown.map(item => (
          <li key={item.id}>
            <Chip item={item} variant="cell" roomy={items.length <= MAX_ROOMY} />
          </li>
        ))}
      </ul>
      {hidden.length > 0 && <More day={day} count={hidden.length} problems={countProblems(hidden)} />}
    </>
  )
}

const More = ({ day, count, problems }: { day: Date; count: number; problems: number }) => (
  <button
    type="button"
    tabIndex={-1}
    className="mt-1 flex min-h-6 w-full min-w-0 cursor-pointer items-center gap-1 rounded-selector px-1 text-start text-xs font-semibold text-soft
      outline-base-content hover:bg-base-200 focus-visible:outline-2"
    onClick={() => $openDay.set(day)}
  >
    {problems > 0 && (
      <>
        <CircleAlert aria-hidden="true" className="size-3.5 shrink-0 text-error" />
        <span className="sr-only">{needAttention(problems)}, </span>
      </>
    )}
    <span className="truncate">+{count} more</span>
    <span className="sr-only"> on {wholeDay(day)}</span>
  </button>
)
