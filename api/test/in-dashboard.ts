import { DOMAIN_HEADER } from '#shared/domain-header.ts'
import type { connectingApp } from './connecting.ts'

type Owner = Awaited<ReturnType<Awaited<ReturnType<typeof connectingApp>>['owner']>>

/** Somebody at a window of the dashboard, which names the business that it shows. */
export const inDashboard = <O extends Owner>(owner: O) => ({
  ...owner,
  call: (path: string, init: Parameters<Owner['call']>[1] = {}) =>
    owner.call(path, { ...init, headers: { ...init.headers, [DOMAIN_HEADER]: owner.domainId } }),
})
