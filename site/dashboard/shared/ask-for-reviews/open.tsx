import { Star } from 'lucide-react'
import { createElement } from 'react'

import { loadPart } from '#site/dashboard/shared/lazy-part.ts'
import { $question } from '#site/dashboard/shared/question.ts'
import { Button } from '#site/ui/Button.tsx'

/** Opens the dialog with the link, the email and the card that ask customers for a review. */
export async function askForReviews() {
  const part = await loadPart(() => import('./AskForReviews.tsx'))
  if (part) $question.set(createElement(part.AskForReviews, { onClose: () => $question.set(undefined) }))
}

export const AskForReviewsButton = ({ small }: { small?: boolean }) => (
  <Button small={small} icon={<Star />} onClick={() => void askForReviews()}>
    Ask for reviews
  </Button>
)
