import type { NetworkId } from '#shared/networks.ts'
import { plural } from '#shared/plural.ts'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'

type AttachedCountProps = { network: NetworkId; count: number }

export const AttachedCount = ({ network, count }: AttachedCountProps) => (
  <p className="flex shrink-0 items-center gap-2 text-xs text-soft tabular-nums">
    {plural(count, 'file')}
    <NetworkMark network={network} decorative className="size-4.5" />
  </p>
)
