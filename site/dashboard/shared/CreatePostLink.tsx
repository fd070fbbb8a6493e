import { PenLine } from 'lucide-react'

import { ButtonLink } from '#site/ui/Button.tsx'
import { Allowed } from './permissions.tsx'

/** Links to the composer. Hidden for roles that may not write posts. */
export const CreatePostLink = ({ primary = false, className }: { primary?: boolean; className?: string }) => (
  <Allowed to="write">
    <ButtonLink
      href="/dashboard/create-post"
      className={className}
      {...(primary && { variant: 'primary', icon: <PenLine className="size-4" /> })}
    >
      Create post
    </ButtonLink>
  </Allowed>
)
