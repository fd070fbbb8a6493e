import { Check, CircleDot, type LucideIcon, MessageCircle, X } from 'lucide-react'

import { REQUEST_STATUS_LABELS, type RequestStatus } from '#shared/requests/pipeline.ts'
import { Badge, type Tone } from '#site/ui/Badge.tsx'

const LOOKS: Record<RequestStatus, { tone: Tone; icon: LucideIcon }> = {
  new: { tone: 'warning', icon: CircleDot },
  contacted: { tone: 'info', icon: MessageCircle },
  won: { tone: 'good', icon: Check },
  lost: { tone: 'neutral', icon: X },
}

export function StatusBadge({ status }: { status: RequestStatus }) {
  const { tone, icon: Icon } = LOOKS[status]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" className="size-3" />}>
      {REQUEST_STATUS_LABELS[status]}
    </Badge>
  )
}
