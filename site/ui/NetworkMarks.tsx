import { type NetworkId, networks as NETWORKS } from '#shared/networks.ts'
import { NetworkMark } from './NetworkMark.tsx'

type NetworkMarksProps = {
  networks: readonly NetworkId[]
  /** Shows only the first network and the number of the others where its container is narrow. */
  collapses?: boolean
}

export function NetworkMarks({ networks, collapses }: NetworkMarksProps) {
  const [first, ...others] = networks
  if (!first) return null
  const showsNumber = collapses && others.length > 1
  return (
    <span className="flex min-w-0 items-center gap-0.5">
      <span className="sr-only">{networks.map(network => NETWORKS[network].name).join(', ')}</span>
      <NetworkMark decorative network={first} className="size-3.5" />
      {showsNumber && (
        <span aria-hidden="true" translate="no" className="text-soft tabular-nums @min-[6.1rem]:hidden">
          +{others.length}
        </span>
      )}
      {others.map(network => (
        <NetworkMark
          key={network}
          decorative
          network={network}
          className={showsNumber ? 'hidden size-3.5 @min-[6.1rem]:block' : 'size-3.5'}
        />
      ))}
    </span>
  )
}
