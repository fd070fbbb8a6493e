import { useStore } from '@nanostores/react'
import { useState } from 'react'

import { compareNames } from '#shared/text/compare-names.ts'
import { $all } from '#site/dashboard/calendar/store.ts'
import { $businesses } from '#site/dashboard/shared/domains/businesses.ts'
import { BusinessMark } from '#site/dashboard/shared/domains/BusinessMark.tsx'
import { PRESSABLE } from '#site/ui/fields/pressed.ts'
import { $filters, $isAll, showAll, toggleBusiness } from './filters.ts'

/** Switches between the selected business and all of them. On a phone, the filters do. */
export function AllBusinesses() {
  const isAll = useStore($isAll)
  const { size } = useStore($businesses)
  if (size < 2 && !isAll) return null
  return (
    <button
      type="button"
      aria-pressed={isAll}
      onClick={() => showAll(!isAll)}
      className={`${PRESSABLE} btn-sm max-sm:hidden`}
    >
      All businesses
    </button>
  )
}

/** Number of businesses that fit two lines of a desktop. */
const FIRST_SHOWN = 16

/** The businesses with posts on screen: a legend of their colours, and a filter. An agency has too many to show at once. */
export function Legend() {
  const [isOpen, setOpen] = useState(false)
  const isAll = useStore($isAll)
  const businesses = useStore($businesses)
  const { businesses: chosen } = useStore($filters)
  const ids = new Set([...useStore($all).map(({ domainId }) => domainId), ...chosen])
  if (!isAll || ids.size === 0) return null
  const sorted = [...businesses.values()]
    .filter(({ id }) => ids.has(id))
    .toSorted((a, b) => compareNames(a.name, b.name))
  const shown = sorted.filter(({ id }, index) => isOpen || index < FIRST_SHOWN || chosen.includes(id))
  return (
    <div
      role="group"
      aria-label="Businesses"
      className="relative mb-3 flex gap-1.5 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 sm:max-h-28 sm:flex-wrap sm:overflow-y-auto"
    >
      {shown.map(business => (
        <button
          key={business.id}
          type="button"
          aria-pressed={chosen.includes(business.id)}
          onClick={() => toggleBusiness(business.id)}
          className="flex min-h-8 max-w-56 shrink-0 cursor-pointer items-center gap-1.5 rounded-full border border-base-300 bg-raised px-2.5 text-xs
            hover:bg-base-200 aria-pressed:border-base-content aria-pressed:font-semibold aria-pressed:shadow-[inset_0_0_0_1px_currentColor] pointer-coarse:min-h-11"
        >
          <span aria-hidden="true" className="contents">
            <BusinessMark business={business} />
          </span>
          <span className="truncate">{business.name}</span>
        </button>
      ))}
      {sorted.length > FIRST_SHOWN && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="min-h-8 shrink-0 cursor-pointer px-2 text-xs font-semibold underline pointer-coarse:min-h-11"
        >
          {isOpen ? 'Show fewer' : `Show all ${sorted.length}`}
        </button>
      )}
    </div>
  )
}
