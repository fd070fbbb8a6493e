import { PenLine } from 'lucide-react'

import { ButtonLink } from '#site/ui/Button.tsx'

export const PostingRate = () => (
  <div className="grid gap-5">
    <p className="grid">
      <span className="font-display text-3xl font-semibold">5 times</span>
      <span className="text-soft">a week is how often to post</span>
    </p>
    <p className="border-t border-base-300 pt-4 text-sm">
      Best time to post: <strong className="font-semibold">Wednesdays at 3 PM</strong>
    </p>
    <ButtonLink
      look="primary"
      href="/dashboard/create-post"
      icon={<PenLine aria-hidden="true" className="size-4" />}
    >
      Create post
    </ButtonLink>
  </div>
)
