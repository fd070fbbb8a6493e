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
