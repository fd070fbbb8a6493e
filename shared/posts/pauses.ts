import { type NetworkId, networks } from '#shared/networks.ts'
import { AFTER_COOL_DOWN, type Delivery } from './posts.ts'

/** Says when a post goes out that is published now on an account that its network has paused. */
export const describePause = (network: NetworkId, until: string) =>
  `${networks[network].name} has paused posting to this account until ${until}. The post goes out there by itself then.`

export const waitsForPause = ({ state, reasonCode }: Pick<Delivery, 'state' | 'reasonCode'>): boolean =>
  state === 'scheduled' && reasonCode === AFTER_COOL_DOWN
