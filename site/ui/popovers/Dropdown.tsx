import { type KeyboardEvent, type ReactNode, useRef } from 'react'

import { PANEL, usePopover } from './Popover.tsx'

type DropdownProps = {
  trigger: ReactNode
  /** Accessible name of the button, if `trigger` doesn't say enough. */
  label?: string
  /** Purpose of the button, if its name is a value. Screen readers read it after the name. */
  description?: string
  invalid?: boolean
  rootClassName?: string
  className: string
  panelClassName: string
  alignEnd?: boolean
  children: (close: () => void) => ReactNode
}

const STEPS: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: index => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
}

/** A button that opens a panel below it, or above it if there is no room. Arrow keys move from the button into it and within. */
export function Dropdown({
  trigger,
  label,
  description,
  invalid,
  rootClassName,
  className,
  panelClassName,
  alignEnd = false,
  children,
}: DropdownProps) {
  const { open, close, button, panel } = usePopover({ keepsFocus: true, alignEnd })
  const root = useRef<HTMLDivElement>(null)

  function onKeyDown(event: KeyboardEvent) {
    const popovers = root.current?.querySelectorAll(':popover-open')
    // A popover inside the panel has its own keys.
    if (popovers?.length !== 1 || event.target instanceof HTMLInputElement) return
    const buttons = [...root.current!.querySelectorAll<HTMLElement>('[popover] :is(a, button)')]
    const focused = buttons.findIndex(button => button === document.activeElement)
    const next = STEPS[event.key]?.(focused, buttons.length - 1)
    if (next === undefined) return
    event.preventDefault()
    buttons[next]?.focus()
  }

  return (
    <div ref={root} className={rootClassName} onKeyDown={onKeyDown}>
      <button
        {...button}
        aria-haspopup={undefined}
        aria-label={label}
        aria-description={description}
        aria-expanded={open}
        aria-controls={open ? panel.id : undefined}
        aria-invalid={invalid || undefined}
        className={className}
      >
        {trigger}
      </button>
      <div
        {...panel}
        role={undefined}
        // Focusable, so that a press on a label doesn't move the focus out of the panel and close it.
        tabIndex={-1}
        className={`${PANEL} animate-rise outline-none ${panelClassName}`}
      >
        {open && children(close)}
      </div>
    </div>
  )
}
