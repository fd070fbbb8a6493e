import { CircleAlert, CircleCheck } from 'lucide-react'

import type { LinkedAccount } from '#shared/accounts.ts'
import { Avatar } from '#site/ui/Avatar.tsx'
import { Badge } from '#site/ui/Badge.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'

export const AccountAvatar = ({ account, className }: { account: LinkedAccount; className: string }) => (
  <div className="relative">
    <Avatar src={account.picture} className={className} />
    <span className="absolute -end-1 -bottom-1 rounded-full bg-raised p-0.5">
      <NetworkMark network={account.provider} className="size-5" />
    </span>
  </div>
)

export const ConnectionBadge = ({ works }: { works: boolean }) =>
  works ? (
    <Badge tone="good" icon={CircleCheck}>
      Connected
    </Badge>
  ) : (
    <Badge tone="warning" icon={CircleAlert}>
      Needs reconnecting
    </Badge>
  )
