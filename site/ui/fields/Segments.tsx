import type { ReactNode } from 'react'

export type SegmentsProps<Key extends string | number> = {
  label: string
  choices: readonly { key: Key; label: ReactNode }[]
  chosen: Key
  onChoose: (key: Key) => void
}

/** A row of joined buttons of which one is chosen, for views and ranges. */
export const Segments = <Key extends string | number>({
  label,
  choices,
  chosen,
  onChoose,
}: SegmentsProps<Key>) => (
  <div role="group" aria-label={label} className="join flex">
    {choices.map(({ key, label }) => (
      <button
        key={key}
        type="button"
        aria-pressed={key === chosen}
        onClick={() => onChoose(key)}
        className="btn border-edge bg-raised btn-sm pointer-coarse:min-h-11 not-first:rounded-s-none not-first:-ms-px not-last:rounded-e-none aria-pressed:bg-neutral aria-pressed:text-neutral-content
          forced-colors:aria-pressed:bg-[Highlight] forced-colors:aria-pressed:text-[HighlightText] forced-colors:aria-pressed:forced-color-adjust-none"
      >
        {label}
      </button>
    ))}
  </div>
)
