import type { Attempt } from '#api/networks/core/network.ts'
import type { GraphAccess } from '#api/networks/meta/graph.ts'
import type { Config } from '#api/runtime/config.ts'

export type FacebookApp = Pick<Config['facebook'], 'appId' | 'appSecret' | 'graphUrl' | 'videoUrl'>

export type FacebookAttempt = Attempt<FacebookApp>

/** Returns the fields common to all requests for an account. */
export const requestFor = ({ graphUrl, appSecret }: FacebookApp, access: GraphAccess, path: string) =>
  ({ provider: 'facebook', url: `${graphUrl}/${path}`, appSecret, ...access }) as const

/** Returns the fields common to all requests of an attempt. */
export const requestOf = ({ app, publication, intentLog }: FacebookAttempt, path: string) =>
  requestFor(app, { token: publication.token, now: intentLog.now, onUsage: intentLog.onUsage }, path)
