import type { ReactNode } from 'react'

import { classes } from '../classes.ts'

type DropLabelProps = { over: boolean; invalid: boolean; className: string; children: ReactNode }

/** Drop area around a visually hidden file input. */
export const DropLabel = ({ over, invalid, className, children }: DropLabelProps) => (
  <label
    className={classes(
      'cursor-pointer rounded-box border-2 border-dashed hover:border-base-content',
      'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-base-content',
      over
        ? 'border-base-content bg-secondary'
        : invalid
          ? 'border-error bg-raised'
          : 'border-edge bg-raised',
      className,
    )}
  >
    {children}
  </label>
)
