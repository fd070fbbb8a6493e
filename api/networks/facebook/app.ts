import type { Attempt } from '#api/networks/core/network.ts'
import type { GraphAccess } from '#api/networks/meta/graph.ts'
import type { Config } from '#api/runtime/config.ts'

export type FacebookApp = Pick<Config['facebook'], 'appId' | 'appSecret' | 'graphUrl' | 'videoUrl'>

export type FacebookAttempt = Attempt<FacebookApp>

/** Returns the common fields of requests for an account. */
export const accountRequest = ({ graphUrl, appSecret }: FacebookApp, access: GraphAccess, path: string) =>
  ({ provider: 'facebook', url: `${graphUrl}/${path}`, appSecret, ...access }) as const

/** Returns the common fields of requests of an attempt. */
export const attemptRequest = ({ app, publication, intentLog }: FacebookAttempt, path: string) =>
  accountRequest(app, { token: publication.token, now: intentLog.now, onUsage: intentLog.onUsage }, path)
