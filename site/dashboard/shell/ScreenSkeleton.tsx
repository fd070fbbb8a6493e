import { Skeleton } from '#site/ui/states.tsx'

export const ScreenSkeleton = () => (
  <div role="status" aria-label="Loading" className="grid gap-6">
    <Skeleton className="h-10 w-72 max-w-full" />
    <Skeleton className="h-48 w-full" />
  </div>
)
