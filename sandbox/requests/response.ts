import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'

export interface SandboxEnv {
  Bindings: HttpBindings
}

export type SandboxContext = Context<SandboxEnv>

/** A provider's response before it is sent, so that a fault can replace it. */
export interface ProviderResponse {
  status: number
  body: string
  headers: Record<string, string>
}

const NUMERIC_USER_ID = /"user_id":"(\d+)"/g

/** Formats JSON as the providers do. */
export function jsonResponse(
  value: unknown,
  status = 200,
  headers: Record<string, string> = {},
): ProviderResponse {
  return {
    status,
    body: JSON.stringify(value),
    headers: { 'content-type': 'application/json; charset=UTF-8', ...headers },
  }
}

/** Writes `user_id` as a number with all its digits, more than a double holds. */
export const withNumericUserId = (response: ProviderResponse): ProviderResponse => ({
  ...response,
  body: response.body.replace(NUMERIC_USER_ID, '"user_id":$1'),
})

export const send = ({ status, body, headers }: ProviderResponse): Response =>
  new Response(body, { status, headers })

/** Closes the TCP connection without sending a byte. */
export function cutConnection(c: SandboxContext): Response {
  c.env.incoming.socket.destroy()
  return RESPONSE_ALREADY_SENT
}
