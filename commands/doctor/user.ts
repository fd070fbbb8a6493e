import { rootProblem } from '../processes/owner.ts'
import type { Finding } from './finding.ts'

/** Warns when root runs the doctor, since its checks don't show what the service's user can do. */
export function checkUser(environment: Record<string, string | undefined>): Finding {
  const why = rootProblem(environment)
  if (why) return { state: 'wrong', name: 'User', message: why }
  return { state: 'ready', name: 'User', message: 'the current user owns the data' }
}
