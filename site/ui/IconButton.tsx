import type { ComponentProps, ReactNode } from 'react'

import { classes } from './classes.ts'
import { Tooltip } from './popovers/Tooltip.tsx'

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  label: string
  /** Tooltip; shorter than the label where the context says the rest. */
  tip?: string
  icon: ReactNode
  danger?: boolean
}

/** An icon-only button. Screen readers read its label; hover and focus show its tip. */
export const IconButton = ({ label, tip = label, icon, danger, className, ...props }: IconButtonProps) => (
  <Tooltip text={tip}>
    <button
      type="button"
      {...props}
      aria-label={label}
      className={classes(
        'btn btn-ghost btn-square btn-sm pointer-coarse:size-11',
        danger && 'text-error',
        className,
      )}
    >
      {icon}
    </button>
  </Tooltip>
)
