import { type NetworkId, networks } from '#shared/networks.ts'
import { AFTER_COOL_DOWN, type Delivery } from './posts.ts'

/** Describes when a post goes out that its author publishes while its network has paused the account. */
export const describePause = (network: NetworkId, until: string) =>
  `${networks[network].name} has paused posting to this account until ${until}. The post goes out there by itself then.`

export const waitsForPause = ({ state, reasonCode }: Pick<Delivery, 'state' | 'reasonCode'>): boolean =>
  state === 'scheduled' && reasonCode === AFTER_COOL_DOWN
