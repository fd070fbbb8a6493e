import { DOMAIN_HEADER } from '#shared/businesses/domain-header.ts'
import type { connectingApp } from './connecting.ts'

type Owner = Awaited<ReturnType<Awaited<ReturnType<typeof connectingApp>>['owner']>>

/** Returns a user whose calls name their business, as the dashboard's windows do. */
export const inDashboard = <O extends Owner>(owner: O) => ({
  ...owner,
  call: (path: string, init: Parameters<Owner['call']>[1] = {}) =>
    owner.call(path, { ...init, headers: { ...init.headers, [DOMAIN_HEADER]: owner.domainId } }),
})
