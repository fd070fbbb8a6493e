import type { ComponentProps, ReactNode } from 'react'

import { classes } from './classes.ts'
import { Tooltip } from './Tooltip.tsx'

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  label: string
  icon: ReactNode
  danger?: boolean
}

/** A button that shows only an icon; its label is read aloud and shown on hover and focus. */
export const IconButton = ({ label, icon, danger, className, ...props }: IconButtonProps) => (
  <Tooltip text={label}>
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
