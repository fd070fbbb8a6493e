import { Button } from '#site/ui/Button.tsx'

/** Keeps the place of Approve until the next post is known, so that a double tap presses nothing else. */
export const NextLoading = () => (
  <Button disabled className="max-sm:grow">
    Next
  </Button>
)
