import type { ComponentProps, ReactNode } from 'react'

import { classes } from './classes.ts'
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
  /** Rendered while it is open. */
  children: (close: () => void) => ReactNode
}

/** A button with a panel above everything else. */
export function Popover({ label, trigger, tip, button, className, children }: PopoverProps) {
  const popover = usePopover()
  const control = (
    <button {...button} {...popover.button}>
      {trigger}
    </button>
  )
  return (
    <>
      {tip ? <Tooltip text={tip}>{control}</Tooltip> : control}
      <div {...popover.panel} aria-label={label} className={classes(PANEL, className)}>
        {popover.open && children(popover.close)}
      </div>
    </>
  )
}

export const PANEL =
  'fixed m-0 max-h-[92dvh] overflow-y-auto rounded-box border border-base-300 bg-raised p-4 text-base-content shadow-lift'
