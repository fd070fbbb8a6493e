import type { ReactNode } from 'react'

import { PRESSABLE } from './pressed.ts'

export type SegmentsProps<Key extends string | number> = {
  label: string
  choices: readonly { key: Key; label: ReactNode }[]
  chosen: Key
  onChoose: (key: Key) => void
  /** Sets the buttons apart and lets them wrap, where there are many or their labels are long. */
  wraps?: boolean
}

const JOINED = 'not-first:rounded-s-none not-first:-ms-px not-last:rounded-e-none'

/** A row of buttons, one of them chosen, for views, ranges and filters. */
export const Segments = <Key extends string | number>({
  label,
  choices,
  chosen,
  onChoose,
  wraps,
}: SegmentsProps<Key>) => (
  <div
    role="group"
    aria-label={label}
    className={`flex flex-wrap ${wraps ? 'gap-1.5' : 'join max-w-full shrink-0'}`}
  >
    {choices.map(({ key, label }) => (
      <button
        key={key}
        type="button"
        aria-pressed={key === chosen}
        onClick={() => onChoose(key)}
        className={`${PRESSABLE} btn-sm ${wraps ? 'max-[22rem]:px-1.5 max-[22rem]:text-xs' : JOINED}`}
      >
        {label}
      </button>
    ))}
  </div>
)
