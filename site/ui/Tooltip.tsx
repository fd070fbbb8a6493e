import { type KeyboardEvent, type ReactNode, useState } from 'react'

export type TooltipProps = { text: string; children: ReactNode }

/**
 * A text beside a control on hover and keyboard focus; Escape hides it. It repeats or extends the control's accessible name, so
 * it is hidden from screen readers.
 */
export function Tooltip({ text, children }: TooltipProps) {
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
        className="pointer-events-none absolute bottom-full left-1/2 z-30 mb-1.5 hidden w-max max-w-56 -translate-x-1/2
          rounded-field bg-neutral px-2 py-1 text-xs text-neutral-content group-hover/tip:block
          group-has-focus-visible/tip:block"
      >
        {text}
      </span>
    </span>
  )
}
