import { Plus } from 'lucide-react'

import { Allowed } from '#site/dashboard/shared/permissions/Allowed.tsx'
import { ButtonLink } from '#site/ui/Button.tsx'

type CreateLinkProps = { at: Date; onClick?: () => void; primary?: boolean }

/** Opens the composer with a time. */
export const CreateLink = ({ at, onClick, primary }: CreateLinkProps) => (
  <Allowed to="write">
    <ButtonLink
      variant={primary ? 'primary' : 'plain'}
      href={`/dashboard/create-post?at=${at.toISOString()}`}
      onClick={onClick}
      icon={<Plus aria-hidden="true" className="size-4" />}
    >
      <span>
        Create<span className="max-[24rem]:sr-only"> post</span>
      </span>
    </ButtonLink>
  </Allowed>
)
