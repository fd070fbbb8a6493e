import type { IntentLog, Publication } from '#api/networks/core/network.ts'
import type { Config } from '#api/runtime/config.ts'

export type InstagramApp = Pick<Config['instagram'], 'graphUrl' | 'version'>

export const baseOf = ({ graphUrl, version }: InstagramApp) => `${graphUrl}/${version}`

/** Returns the fields common to all requests of a publication. */
export const signed = ({ token }: Publication, { now, onUsage }: IntentLog) =>
  ({ provider: 'instagram', token, now, onUsage }) as const
