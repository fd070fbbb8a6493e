import type { ReactNode } from 'react'

import { keepFocus } from '#site/ui/keep-focus.ts'

export type EmptyStateProps = {
  drawing: ReactNode
  title?: string
  /** 'h2' if only the screen's own heading is above it. */
  heading?: 'h2' | 'h3'
  children: ReactNode
  action?: ReactNode
}

/** A drawing, a sentence and a button. */
export const EmptyState = ({
  drawing,
  title,
  heading: Heading = 'h3',
  children,
  action,
}: EmptyStateProps) => (
  <div ref={keepFocus} className="grid justify-items-center gap-4 px-6 py-12 text-center">
    <div className="w-32 text-base-content *:h-auto *:w-full">{drawing}</div>
    <div className="grid max-w-sm gap-1">
      {title && <Heading className="text-lg">{title}</Heading>}
      <p className="text-sm text-balance text-soft">{children}</p>
    </div>
    {action}
  </div>
)
