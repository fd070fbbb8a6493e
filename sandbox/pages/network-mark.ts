import { raw } from 'hono/html'

import { type NetworkName, NETWORKS } from '../networks.ts'

export const networkMark = (network: NetworkName) => raw(NETWORKS[network].mark)
