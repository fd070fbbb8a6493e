import { useStore } from '@nanostores/react'

import { $allLabels, $labels } from '#site/dashboard/shared/labels/known.ts'
import { $filters, $isAll, setFilters } from '../url.ts'

/** Filters the posts by a label, if there are any. */
export function LabelFilter({ className }: { className: string }) {
  const { label: chosen } = useStore($filters)
  const loaded = useStore(useStore($isAll) ? $allLabels : $labels)
  const known = loaded.state === 'ready' ? loaded.data : []
  const labels = chosen && !known.includes(chosen) ? [...known, chosen] : known
  if (labels.length === 0) return null
  return (
    <select
      aria-label="Label"
      className={`${className} max-w-44`}
      value={chosen}
      onChange={event => setFilters({ label: event.target.value })}
    >
      <option value="">Any label</option>
      {labels.map(label => (
        <option key={label} value={label}>
          {label}
        </option>
      ))}
    </select>
  )
}
