import { type NetworkId, networks as all } from '#shared/networks.ts'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'

/** A post's networks in a row: in a narrow container the first, and the number of the others. */
export function Marks({ networks, className = '' }: { networks: readonly NetworkId[]; className?: string }) {
  const [first, ...others] = networks
  if (!first) return null
  return (
    <span className={`flex min-w-0 items-center gap-0.5 ${className}`}>
      <span className="sr-only">{networks.map(network => all[network].name).join(', ')}</span>
      <NetworkMark decorative network={first} className="size-3.5" />
      {others.length > 1 && (
        <span aria-hidden="true" className="text-soft tabular-nums @min-[6.75rem]:hidden">
          +{others.length}
        </span>
      )}
      {others.map(network => (
        <NetworkMark
          key={network}
          decorative
          network={network}
          className={others.length > 1 ? 'hidden size-3.5 @min-[6.75rem]:block' : 'size-3.5'}
        />
      ))}
    </span>
  )
}
