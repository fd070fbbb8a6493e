import { useStore } from '@nanostores/react'

import { INSIGHT_RANGES } from '#shared/insights.ts'
import { $range, chooseRange } from './store.ts'

/** Selects the range of the figures. */
export function RangeChoice() {
  const range = useStore($range)
  return (
    <fieldset className="flex gap-1 rounded-field border border-edge bg-raised p-1">
      <legend className="sr-only">How far back</legend>
      {INSIGHT_RANGES.map(days => (
        <label
          key={days}
          className="cursor-pointer rounded-selector px-3 py-1 text-sm hover:bg-base-200 has-checked:bg-neutral
            has-checked:font-semibold has-checked:text-neutral-content has-focus-visible:outline-2 has-focus-visible:outline-offset-2"
        >
          <input
            type="radio"
            name="range"
            value={days}
            checked={range === days}
            onChange={() => chooseRange(days)}
            className="sr-only"
          />
          {days} days
        </label>
      ))}
    </fieldset>
  )
}
