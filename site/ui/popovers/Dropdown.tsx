import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

type DropdownProps = {
  trigger: ReactNode
  /** Accessible name of the button, if `trigger` doesn't say enough. */
  label?: string
  /** Its purpose, if its name is a value. Screen readers read it after the name. */
  description?: string
  invalid?: boolean
  rootClassName?: string
  className?: string
  panelClassName?: string
  alignEnd?: boolean
  /** Opens upwards. */
  above?: boolean
  children: (close: () => void) => ReactNode
}

const STEPS: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: index => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
}

/** A button that opens a panel below or above it. Pressing outside, Escape and tabbing out close it; arrow keys move within. */
export function Dropdown({
  trigger,
  label,
  description,
  invalid,
  rootClassName = '',
  className,
  panelClassName = '',
  alignEnd,
  above,
  children,
}: DropdownProps) {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const [flipped, setFlipped] = useState(false)

  // A panel that would end below the window, or behind the tabs at its bottom, opens upwards if there is room.
  useLayoutEffect(() => {
    const panel = open && document.getElementById(id)
    if (!panel) return setFlipped(false)
    const { top, bottom, height } = panel.getBoundingClientRect()
    const bar = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom) || 0
    setFlipped(bottom > innerHeight - bar && top - height > 0)
  }, [open, id])

  useEffect(() => {
    if (!open) return
    const onPointerDown = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', onPointerDown)
    return () => document.removeEventListener('pointerdown', onPointerDown)
  }, [open])

  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // A popover inside the panel has its own keys.
    const isInPopover = event.target instanceof Element && event.target.closest(':popover-open')
    if (!open || isInPopover) return
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      close()
    } else if (!(event.target instanceof HTMLInputElement)) step(event)
  }
  function step(event: KeyboardEvent) {
    const buttons = [...(root.current?.querySelectorAll<HTMLElement>(`[id="${id}"] :is(a, button)`) ?? [])]
    const focused = buttons.findIndex(each => each === document.activeElement)
    const next = STEPS[event.key]?.(focused, buttons.length - 1)
    if (next === undefined) return
    event.preventDefault()
    buttons[next]?.focus()
  }
  const onBlur = (event: FocusEvent) => {
    if (event.relatedTarget instanceof Node && !root.current?.contains(event.relatedTarget)) setOpen(false)
  }

  return (
    <div ref={root} className={`relative ${rootClassName}`} onKeyDown={onKeyDown} onBlur={onBlur}>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-description={description}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-invalid={invalid || undefined}
        className={className ?? 'btn border-edge bg-raised'}
        onClick={() => setOpen(!open)}
      >
        {trigger}
      </button>
      {open && (
        <div
          id={id}
          // Focusable, so that a press on a label doesn't move the focus out of the panel and close it.
          tabIndex={-1}
          className={`absolute z-40 animate-rise outline-none rounded-box border border-base-300 bg-raised shadow-lift
            ${above || flipped ? 'bottom-full mb-1.5' : 'top-full mt-1.5'} ${alignEnd ? 'end-0' : 'start-0'} ${panelClassName}`}
        >
          {children(close)}
        </div>
      )}
    </div>
  )
}
