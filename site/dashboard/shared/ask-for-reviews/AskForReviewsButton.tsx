import { Star } from 'lucide-react'

import { openDialog } from '#site/dashboard/shared/open-dialog.ts'
import { Button } from '#site/ui/Button.tsx'

export const askForReviews = () =>
  openDialog(async () => (await import('./AskForReviews.tsx')).AskForReviews, {})

export const AskForReviewsButton = ({ small }: { small?: boolean }) => (
  <Button small={small} icon={<Star />} onClick={() => void askForReviews()}>
    Ask for reviews
  </Button>
)
