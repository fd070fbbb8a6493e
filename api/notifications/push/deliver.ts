import webPush from 'web-push'

import type { Context } from '#api/context.ts'
import { fetchOutside } from '#api/outside/fetch.ts'
import { brand } from '#shared/brand.ts'
import type { PushMessage, PushSubscription } from '#shared/notifications/push.ts'
import { beginning } from '#shared/text/graphemes.ts'
import { readPushKeys } from './keys.ts'

/** A push service's response to a message (RFC 8030). */
export type PushResponse =
  | { state: 'accepted' | 'gone' | 'rejected'; status: number }
  | { state: 'later'; status: number; retryAfterMs?: number }

const TIMEOUT_MS = 10_000
const TTL_SECONDS = 24 * 60 * 60
const MAX_BODY = 300
const MAX_WAIT_MS = 60 * 60_000

type Target = { endpoint: string } & PushSubscription['keys']

/** Sends one message, encrypted for its browser (RFC 8291). */
export async function deliver(ctx: Context, target: Target, message: PushMessage): Promise<PushResponse> {
  const { endpoint, p256dh, auth } = target
  const payload = JSON.stringify({ ...message, body: beginning(message.body, MAX_BODY) })
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    vapidDetails: { subject: `mailto:${brand.email}`, ...(await readPushKeys(ctx)) },
    TTL: TTL_SECONDS,
    contentEncoding: 'aes128gcm',
  })
  try {
    const response = await fetchOutside(endpoint, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: new Uint8Array(body),
      // Push services don't redirect, and the target of a redirect hasn't been checked.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    return toPushResponse(response)
  } catch {
    return { state: 'later', status: 0 }
  }
}

function toPushResponse({ ok, status, headers }: Response): PushResponse {
  if (ok) return { state: 'accepted', status }
  if (status === 404 || status === 410) return { state: 'gone', status }
  if (status !== 429 && status < 500) return { state: 'rejected', status }
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN)
  return {
    state: 'later',
    status,
    ...(seconds > 0 && { retryAfterMs: Math.min(seconds * 1000, MAX_WAIT_MS) }),
  }
}
