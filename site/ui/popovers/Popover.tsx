import type { ComponentProps, ReactNode } from 'react'
import { createPortal } from 'react-dom'

import { classes } from '#site/ui/classes.ts'
import { Tooltip } from './Tooltip.tsx'
import { usePopover } from './use-popover.ts'

export type PopoverProps = {
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
    <div {...popover.panel} aria-label={label} className={classes(PANEL, className)}>
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
  'fixed m-0 max-h-[92dvh] overflow-y-auto rounded-box border border-base-300 bg-raised p-4 text-base-content shadow-lift'
