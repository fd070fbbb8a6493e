import type { ComponentProps, ReactNode } from 'react'

import { classes } from './classes.ts'
import { Tooltip } from './Tooltip.tsx'

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  label: string
  /** What hovering shows; shorter than the label where the place says the rest. */
  tip?: string
  icon: ReactNode
  danger?: boolean
}

/** A button that shows only an icon; its label is read aloud, its tip shown on hover and focus. */
export const IconButton = ({ label, tip = label, icon, danger, className, ...props }: IconButtonProps) => (
  <Tooltip text={tip}>
    <button
      type="button"
      {...props}
      aria-label={label}
      className={classes('btn btn-ghost btn-square btn-sm', danger && 'text-error', className)}
    >
      {icon}
    </button>
  </Tooltip>
)
