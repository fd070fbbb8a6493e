import { CloudOff, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'

import { Button } from '#site/ui/Button.tsx'

type EmptyStateProps = {
  drawing: ReactNode
  /** Leaves out the card around it, where something else puts one. */
  bare?: boolean
  title?: string
  /** Level of the heading: 'h2' if only the screen's title is above it. */
  heading?: 'h2' | 'h3'
  children: ReactNode
  action?: ReactNode
}

export const EmptyState = ({
  drawing,
  bare,
  title,
  heading: Heading = 'h3',
  children,
  action,
}: EmptyStateProps) => (
  <div
    className={`grid justify-items-center gap-4 px-6 py-12 text-center ${bare ? '' : 'rounded-box border border-base-300 bg-raised'}`}
  >
    <div className="w-32 text-base-content *:h-auto *:w-full">{drawing}</div>
    <div className="grid max-w-sm gap-1">
      {title && <Heading className="text-lg">{title}</Heading>}
      <p className="text-sm text-balance text-soft">{children}</p>
    </div>
    {action}
  </div>
)

export const ErrorState = ({ message, onRetry }: { message: string; onRetry: () => void }) => (
  <div
    role="alert"
    className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-box border border-error/35 bg-error/5 px-5 py-4"
  >
    <CloudOff className="size-5 shrink-0 text-error" />
    <p className="min-w-48 grow basis-0 text-sm">{message}</p>
    <Button small onClick={onRetry} icon={<RotateCw />}>
      Try again
    </Button>
  </div>
)

/** A grey placeholder for loading content; its container announces the loading. */
export const Skeleton = ({ className }: { className: string }) => (
  <div aria-hidden="true" className={`skeleton rounded-field bg-base-300/70 ${className}`} />
)

export const SkeletonRows = ({ rows, label }: { rows: number; label: string }) => (
  <div role="status" aria-label={label} className="grid gap-3">
    {Array.from({ length: rows }, (_, row) => (
      <Skeleton key={row} className="h-11 w-full" />
    ))}
  </div>
)

type SkeletonListProps = { rows: number; label: string; className: string; children: ReactNode }

/** Skeleton of a list. The children have the shape of one row. */
export const SkeletonList = ({ rows, label, className, children }: SkeletonListProps) => (
  <div
    role="status"
    aria-label={label}
    className="divide-y divide-base-300 rounded-box border border-base-300 bg-raised"
  >
    {Array.from({ length: rows }, (_, row) => (
      <div key={row} className={`flex ${className}`}>
        {children}
      </div>
    ))}
  </div>
)

/** Skeleton of a list whose rows have a round mark, a title and a line of text. */
export const SkeletonEntries = ({ rows, label }: { rows: number; label: string }) => (
  <SkeletonList rows={rows} label={label} className="gap-4 p-4 sm:p-5">
    <Skeleton className="size-8 shrink-0 rounded-full" />
    <div className="grid grow content-start gap-2">
      <Skeleton className="h-5 w-56 max-w-full" />
      <Skeleton className="h-4 w-full max-w-xl" />
    </div>
  </SkeletonList>
)
