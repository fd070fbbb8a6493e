import { TriangleAlert } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

import { classes } from './classes.ts'

type NoticeProps = ComponentProps<'div'> & { actions?: ReactNode }

/** Something to know about the content below, with buttons that deal with it. */
export const Notice = ({ actions, className, children, ...box }: NoticeProps) => (
  <div
    {...box}
    className={classes(
      'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-box border border-amber/40 bg-amber/10 px-4 py-2.5 text-sm',
      className,
    )}
  >
    <TriangleAlert className="size-5 shrink-0 text-amber" />
    <p className="min-w-48 grow basis-0 wrap-anywhere">{children}</p>
    {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
  </div>
)
