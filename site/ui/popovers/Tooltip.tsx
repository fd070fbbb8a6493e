import { type KeyboardEvent, type ReactNode, useState } from 'react'

const SIDES = {
  above:
    'bottom-full left-1/2 mb-1.5 -translate-x-1/2 group-hover/tip:block group-has-focus-visible/tip:block',
  rail: 'start-full top-1/2 ms-2 -translate-y-1/2 rail:group-hover/tip:block rail:group-has-focus-visible/tip:block',
} as const

/** `rail`: beside an icon of the sidebar, while it has no label. */
export type TooltipProps = { text: string; side?: keyof typeof SIDES; children: ReactNode }

/**
 * A text beside a control on hover and keyboard focus; Escape hides it. It repeats or extends the control's accessible name, so
 * it is hidden from screen readers.
 */
export function Tooltip({ text, side = 'above', children }: TooltipProps) {
  const [dismissed, setDismissed] = useState(false)
  const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && setDismissed(true)
  return (
    <span
      className="group/tip relative inline-flex"
      onKeyDown={onKeyDown}
      onPointerEnter={() => setDismissed(false)}
      onBlur={() => setDismissed(false)}
    >
      {children}
      <span
        aria-hidden="true"
        hidden={dismissed}
        className={`pointer-events-none absolute z-30 hidden w-max max-w-56 rounded-field border border-transparent bg-neutral px-2 py-1 text-xs
          text-neutral-content ${SIDES[side]}`}
      >
        {text}
      </span>
    </span>
  )
}
