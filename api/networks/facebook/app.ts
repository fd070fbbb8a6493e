import type { IntentLog, Publication } from '#api/networks/core/network.ts'
import type { Config } from '#api/runtime/config.ts'

export type FacebookApp = Pick<Config['facebook'], 'appId' | 'appSecret' | 'graphUrl' | 'videoUrl'>

/** Returns the fields common to all requests of a publication. */
export const signed = (app: FacebookApp, { token }: Publication, { now, onUsage }: IntentLog) => ({
  token,
  appSecret: app.appSecret,
  now,
  onUsage,
})
