import * as v from 'valibot'

import type { Config } from '#api/runtime/config.ts'
import { fetchOutside } from '#api/runtime/fetch.ts'
import type { Finding } from './finding.ts'
import { checkFacebook, checkGoogleBusiness } from './settings.ts'

const PROBE_MS = 10_000

const GraphRefusal = v.object({ error: v.object({ message: v.string(), code: v.number() }) })
const OAuthRefusal = v.object({ error: v.string() })

/**
 * Requests an app token from Meta, which issues one only for the right secret (developers.facebook.com, Access Tokens,
 * App Access Tokens). Instagram apps have no such call.
 */
export async function probeFacebook(config: Config): Promise<Finding> {
  const found = checkFacebook(config)
  if (found.state !== 'ready') return found
  const { appId, appSecret, graphUrl } = config.facebook
  const query = new URLSearchParams({
    client_id: appId,
    client_secret: appSecret,
    grant_type: 'client_credentials',
  })
  const reply = await request(`${graphUrl}/oauth/access_token?${query}`)
  if (typeof reply === 'string')
    return { ...found, state: 'wrong', message: `Meta can’t be reached: ${reply}` }
  if (reply.ok) return { ...found, message: `${found.message}; Meta accepts the secret` }
  const read = v.safeParse(GraphRefusal, reply.body)
  const why = read.success
    ? `${read.output.error.message} (code ${read.output.error.code})`
    : `status ${reply.status}`
  return {
    ...found,
    state: 'wrong',
    message: `Meta refuses META_APP_ID with META_APP_SECRET: ${why.replaceAll(appSecret, '…')}`,
    remedy:
      'developers.facebook.com → the app → App settings → Basic: copy id and secret again. A reset secret takes effect immediately.',
  }
}

/** Sends Google an invalid refresh token. With the right secret Google refuses the token, with a wrong one the client. */
export async function probeGoogleBusiness(config: Config): Promise<Finding> {
  const found = checkGoogleBusiness(config)
  if (found.state !== 'ready') return found
  const { clientId, clientSecret, tokenUrl } = config.google
  const reply = await request(tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: clientId,
      client_secret: clientSecret,
      grant_type: 'refresh_token',
      refresh_token: 'none',
    }),
  })
  if (typeof reply === 'string')
    return { ...found, state: 'wrong', message: `Google can’t be reached: ${reply}` }
  const read = v.safeParse(OAuthRefusal, reply.body)
  const error = read.success ? read.output.error : `status ${reply.status}`
  if (error === 'invalid_grant') return { ...found, message: `${found.message}; Google accepts the secret` }
  return {
    ...found,
    state: 'wrong',
    message: `Google refuses GOOGLE_CLIENT_ID with GOOGLE_CLIENT_SECRET: ${error}`,
    remedy:
      'console.cloud.google.com → Google Auth Platform → Clients: copy id and secret of the same client again.',
  }
}

/** @returns the response, or a message if there is none */
async function request(url: string, init: RequestInit = {}) {
  try {
    const response = await fetchOutside(url, { ...init, signal: AbortSignal.timeout(PROBE_MS) })
    const body: unknown = await response.json().catch(() => undefined)
    return { ok: response.ok, status: response.status, body }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
