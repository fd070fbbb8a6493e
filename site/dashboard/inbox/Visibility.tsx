import { EyeOff, Heart, Hourglass } from 'lucide-react'

import { approvesComments, type InboxItem } from '#shared/inbox.ts'
import { Badge } from '#site/ui/Badge.tsx'

/** Shows whether the account hides or likes an item. */
export function Visibility({
  item: { network, hidden, liked, state },
}: {
  item: Pick<InboxItem, 'network' | 'hidden' | 'liked' | 'state'>
}) {
  if (state === 'removed') return null
  const waits = approvesComments(network)
  return (
    <>
      {liked && <Badge icon={Heart}>Liked</Badge>}
      {hidden && waits && (
        <Badge tone="warning" icon={Hourglass}>
          Not approved
        </Badge>
      )}
      {hidden && !waits && <Badge icon={EyeOff}>Hidden</Badge>}
    </>
  )
}
