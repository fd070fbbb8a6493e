import { PenLine } from 'lucide-react'

import { ButtonLink } from '#site/ui/Button.tsx'
import { Allowed } from './permissions.tsx'
import { WriteWeekButton } from './week/WriteWeekButton.tsx'

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

export const FillPlanLinks = () => (
  <div className="flex flex-wrap justify-center gap-3">
    <CreatePostLink />
    <WriteWeekButton />
    <Allowed to="publish">
      <ButtonLink variant="quiet" href="/dashboard/import">
        Import a spreadsheet
      </ButtonLink>
    </Allowed>
  </div>
)
