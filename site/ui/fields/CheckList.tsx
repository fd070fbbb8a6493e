import type { ReactNode } from 'react'

import { CheckRow } from './Checkbox.tsx'

type CheckListProps<Value extends string | number> = {
  legend: string
  /** One below the other. */
  stacked?: boolean
  values: readonly Value[]
  checked: readonly Value[]
  /** Maximum number of checked values. */
  max?: number
  onCheck: (checked: Value[]) => void
  children: (value: Value) => ReactNode
}

/** Checkboxes for values. `onCheck` gets the checked ones in the order of `values`. */
export const CheckList = <Value extends string | number>({
  legend,
  stacked,
  values,
  checked,
  max = Infinity,
  onCheck,
  children,
}: CheckListProps<Value>) => (
  <fieldset>
    <legend className="mb-1 text-sm font-semibold">{legend}</legend>
    <div
      className={`-m-1 max-h-70 overflow-y-auto p-1 ${stacked ? 'grid' : 'flex flex-wrap gap-x-6 gap-y-1'}`}
    >
      {values.map(value => (
        <CheckRow
          key={value}
          checked={checked.includes(value)}
          disabled={checked.length >= max && !checked.includes(value)}
          onChange={({ target }) =>
            onCheck(values.filter(each => (each === value ? target.checked : checked.includes(each))))
          }
        >
          {children(value)}
        </CheckRow>
      ))}
    </div>
  </fieldset>
)
