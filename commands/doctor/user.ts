import { foreignRoot } from '../processes/owner.ts'
import type { Finding } from './finding.ts'

/** Warns that what root can do says nothing of what the service's user can. */
export function lookAtUser(environment: Record<string, string | undefined>): Finding {
  const why = foreignRoot(environment)
  if (why) return { state: 'wrong', name: 'User', says: why }
  return { state: 'ready', name: 'User', says: 'the data belongs to who runs this' }
}
