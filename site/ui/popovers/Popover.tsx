import {
  type ComponentProps,
  type ReactNode,
  type FocusEvent,
  type ToggleEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'

import { classes } from '#site/ui/classes.ts'
import { Tooltip } from './Tooltip.tsx'

const EDGE = 12
const GAP = 6
const FIRST_FOCUS = [
  '[data-autofocus]',
  'td [tabindex="0"]',
  'input:not([type=hidden]), select, textarea',
  'button',
]

/**
 * Positions the panel below the button, or above it if there is no room; always within the window. If the button is inside the
 * panel's subject, such as a picture (`data-popover-anchor`), the panel is beside that.
 */
function place(panel: HTMLElement, button: HTMLElement, alignEnd: boolean) {
  const anchor = button.closest('[data-popover-anchor]') ?? button
  const { left, right, top, bottom } = anchor.getBoundingClientRect()
  const below = bottom + GAP
  const lowest = innerHeight - panel.offsetHeight - EDGE
  const rightmost = document.documentElement.clientWidth - panel.offsetWidth - EDGE
  const wanted = below <= lowest ? below : top - panel.offsetHeight - GAP
  const start = alignEnd ? right - panel.offsetWidth : left
  panel.style.left = `${Math.max(EDGE, Math.min(start, rightmost))}px`
  panel.style.top = `${Math.max(EDGE, Math.min(wanted, lowest))}px`
}

type Options = {
  /** True to leave the focus on the button. */
  keepsFocus?: boolean
  alignEnd?: boolean
}

/**
 * A native popover beside its button: pressing outside, Escape and tabbing out close it, and the browser returns the focus. The
 * first field gets the focus, or else the first button.
 */
export function usePopover({ keepsFocus = false, alignEnd = false }: Options = {}) {
  const [open, setOpen] = useState(false)
  const panel = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()

  useLayoutEffect(() => {
    if (!open) return undefined
    const reposition = () => panel.current && button.current && place(panel.current, button.current, alignEnd)
    reposition()
    const first = FIRST_FOCUS.map(selector => panel.current?.querySelector<HTMLElement>(selector))
    if (!keepsFocus) first.find(Boolean)?.focus()
    const sizes = new ResizeObserver(reposition)
    if (panel.current) sizes.observe(panel.current)
    const stop = new AbortController()
    for (const type of ['resize', 'scroll'])
      addEventListener(type, reposition, { capture: true, passive: true, signal: stop.signal })
    return () => {
      sizes.disconnect()
      stop.abort()
    }
  }, [open, keepsFocus, alignEnd])

  const onToggle = (event: ToggleEvent<HTMLDivElement>) => {
    // React also passes on the event of a popover inside the panel.
    if (event.target === event.currentTarget) setOpen(event.newState === 'open')
  }

  /** Tabbing out closes the panel, which could cover the next focus. */
  const onBlur = ({ relatedTarget: next }: FocusEvent<HTMLDivElement>) => {
    if (next && next !== button.current && !panel.current?.contains(next)) panel.current?.hidePopover()
  }

  function close() {
    panel.current?.hidePopover()
    button.current?.focus()
  }

  return {
    open,
    close,
    button: { ref: button, type: 'button', popoverTarget: id, 'aria-haspopup': 'dialog' },
    panel: { ref: panel, id, popover: 'auto', role: 'dialog', onToggle, onBlur },
  } as const
}

type PopoverProps = {
  /** Accessible name of the panel. */
  label: string
  trigger: ReactNode
  /** Shown beside the button on hover and keyboard focus. */
  tip?: string
  button?: Omit<ComponentProps<'button'>, 'children' | 'ref'>
  className?: string
  /** Renders the panel in a portal on `body`, so that it can contain a form when the popover is inside one. */
  inPortal?: boolean
  /** Rendered while it is open. */
  children: (close: () => void) => ReactNode
}

/** A button with a panel above everything else. */
export function Popover({ label, trigger, tip, button, className, inPortal, children }: PopoverProps) {
  const popover = usePopover()
  const control = (
    <button {...button} {...popover.button}>
      {trigger}
    </button>
  )
  const panel = (
    <div {...popover.panel} aria-label={label} className={classes(PANEL, 'p-4', className)}>
      {popover.open && children(popover.close)}
    </div>
  )
  return (
    <>
      {tip ? <Tooltip text={tip}>{control}</Tooltip> : control}
      {inPortal && globalThis.document ? createPortal(panel, document.body) : panel}
    </>
  )
}

export const PANEL =
  'fixed m-0 max-h-[92dvh] overflow-y-auto rounded-box border border-base-300 bg-raised text-base-content shadow-lift'
