import * as v from 'valibot'

/** What calls need, stored as the account's token: the server (empty for this installation's), and a token that lasts two hours. */
export type BlueskySession = v.InferOutput<typeof Session>
const Session = v.object({ server: v.string(), accessJwt: v.string() })

/**
 * What renews a session, stored as the account's user token. Each renewal replaces the refresh token. If one was lost with a process
 * or a restored database, the app password starts a new session.
 */
export type BlueskyGrant = v.InferOutput<typeof Grant>
const Grant = v.object({
  server: v.string(),
  did: v.string(),
  refreshJwt: v.string(),
  appPassword: v.string(),
})

export const writeSession = (session: BlueskySession) => JSON.stringify(session)
export const readSession = (token: string): BlueskySession => v.parse(Session, JSON.parse(token))
export const writeGrant = (grant: BlueskyGrant) => JSON.stringify(grant)
export const readGrant = (userToken: string): BlueskyGrant => v.parse(Grant, JSON.parse(userToken))
