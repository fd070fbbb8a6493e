import type { ReactNode } from 'react'

/** A grey placeholder for loading content; its container announces the loading. */
export const Skeleton = ({ className }: { className: string }) => (
  <div aria-hidden="true" className={`skeleton rounded-field bg-base-300/70 ${className}`} />
)

/** Rows of loading text. */
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
