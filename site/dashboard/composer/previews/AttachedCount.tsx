import type { NetworkId } from '#shared/networks.ts'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'

type AttachedCountProps = { network: NetworkId; count: number }

export const AttachedCount = ({ network, count }: AttachedCountProps) => (
  <p className="flex shrink-0 items-center gap-2 text-xs text-soft tabular-nums">
    {count === 1 ? '1 file' : `${count} files`}
    <NetworkMark network={network} decorative className="size-4.5" />
  </p>
)
