import type { ReactNode } from 'react'

import { CheckRow } from './Checkbox.tsx'

type CheckListProps<Value extends string> = {
  legend: string
  values: readonly Value[]
  checked: readonly Value[]
  onCheck: (checked: Value[]) => void
  children: (value: Value) => ReactNode
}

/** Checkboxes for values. `onCheck` gets the checked ones in the order of `values`. */
export const CheckList = <Value extends string>({
  legend,
  values,
  checked,
  onCheck,
  children,
}: CheckListProps<Value>) => (
  <fieldset>
    <legend className="mb-1 text-sm font-semibold">{legend}</legend>
    <div className="flex flex-wrap gap-x-6 gap-y-1">
      {values.map(value => (
        <CheckRow
          key={value}
          checked={checked.includes(value)}
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
