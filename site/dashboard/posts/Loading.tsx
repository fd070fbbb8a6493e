import { Skeleton, SkeletonList } from '#site/ui/states.tsx'

/** Skeleton of the drafts. */
export const Loading = () => (
  <SkeletonList rows={5} label="Loading drafts..." className="items-center gap-3 px-3 py-2">
    <Skeleton className="size-12 shrink-0" />
    <Skeleton className="h-4 w-full max-w-md" />
    <Skeleton className="ms-auto h-4 w-24 shrink-0" />
  </SkeletonList>
)
