import { useId } from 'react'

import { type NetworkId, networks } from '#shared/networks.ts'

const PINTEREST = {
  shortName: 'Pinterest',
  mark: '<circle cx="12" cy="12" r="11" fill="oklch(55% 0.21 25)"/><path fill="#fff" d="M12.3 5.2c-3.9 0-5.9 2.6-5.9 4.9 0 1.4.5 2.6 1.6 3.1.2.1.4 0 .4-.2l.2-.7v-.5c-.3-.4-.6-.9-.6-1.6 0-2 1.5-3.8 3.9-3.8 2.1 0 3.3 1.3 3.3 3 0 2.3-1 4.2-2.5 4.2-.8 0-1.5-.7-1.3-1.5.3-1 .7-2 .7-2.8 0-.7-.4-1.2-1.1-1.2-.9 0-1.6.9-1.6 2.2 0 .8.3 1.3.3 1.3l-1.1 4.6c-.3 1.4 0 3.1 0 3.2 0 .1.2.1.2.1.1-.1 1.2-1.5 1.6-2.8l.6-2.4c.3.6 1.2 1.1 2.1 1.1 2.8 0 4.7-2.6 4.7-6 0-2.6-2.2-5-5.5-5z"/>',
}

export type NetworkMarkName = NetworkId | 'pinterest'

export type NetworkMarkProps = {
  network: NetworkMarkName
  className?: string
  /** True if the network's name is beside it. */
  decorative?: boolean
}

export function NetworkMark({ network, className = 'size-5', decorative }: NetworkMarkProps) {
  const id = useId()
  const { shortName, mark } = network === 'pinterest' ? PINTEREST : networks[network]
  const naming = decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-labelledby': id }
  return (
    <svg viewBox="0 0 24 24" className={`shrink-0 ${className}`} {...naming}>
      {!decorative && <title id={id}>{shortName}</title>}
      <g dangerouslySetInnerHTML={{ __html: mark }} />
    </svg>
  )
}
