import { PenLine } from 'lucide-react'

import { ButtonLink } from '#site/ui/Button.tsx'

export const PostingRate = () => (
  <div className="grid gap-5">
    <dl className="grid gap-4">
      <div>
        <dt className="text-sm text-soft">How often to post</dt>
        <dd className="font-display text-2xl font-semibold tracking-tight">5 times a week</dd>
      </div>
      <div className="border-t border-base-300 pt-4">
        <dt className="text-sm text-soft">Best time to post</dt>
        <dd className="font-display text-lg font-semibold">Wednesdays at 3 PM</dd>
      </div>
    </dl>
    <ButtonLink
      look="primary"
      href="/dashboard/create-post"
      icon={<PenLine aria-hidden="true" className="size-4" />}
    >
      Create post
    </ButtonLink>
  </div>
)
