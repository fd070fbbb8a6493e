/** A grey shape of what is about to come; the container says that it is loading. */
export const Skeleton = ({ className }: { className: string }) => (
  <div aria-hidden="true" className={`skeleton rounded-field bg-base-300/70 ${className}`} />
)

/** Rows of text that are on their way. */
export const SkeletonRows = ({ rows, label }: { rows: number; label: string }) => (
  <div role="status" aria-label={label} className="grid gap-3">
    {Array.from({ length: rows }, (_, row) => (
      <Skeleton key={row} className="h-11 w-full" />
    ))}
  </div>
)
