import type { Attempt } from '#api/networks/core/network.ts'
import type { GraphAccess } from '#api/networks/meta/graph.ts'
import type { Config } from '#api/runtime/config.ts'

export type InstagramApp = Pick<Config['instagram'], 'graphUrl' | 'version'>

export type InstagramAttempt = Attempt<InstagramApp>

/** Returns the common fields of requests for an account. */
export const accountRequest = ({ graphUrl, version }: InstagramApp, access: GraphAccess, path: string) =>
  ({ provider: 'instagram', url: `${graphUrl}/${version}/${path}`, ...access }) as const

/** Returns the common fields of requests of an attempt. */
export const attemptRequest = ({ app, publication, intentLog }: InstagramAttempt, path: string) =>
  accountRequest(app, { token: publication.token, now: intentLog.now, onUsage: intentLog.onUsage }, path)
