import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'

export interface SandboxEnv {
  Bindings: HttpBindings
}

export type SandboxContext = Context<SandboxEnv>

/** A provider's answer before it becomes HTTP: a fault may still replace it. */
export interface Answer {
  status: number
  body: string
  headers: Record<string, string>
}

const NUMERIC_USER_ID = /"user_id":"(\d+)"/g

/** JSON as the providers write it. */
export function jsonAnswer(value: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  return {
    status,
    body: JSON.stringify(value),
    headers: { 'content-type': 'application/json; charset=UTF-8', ...headers },
  }
}

/** Writes `user_id` as a number with all its digits, more than a double can hold. */
export const withNumericUserId = (answer: Answer): Answer => ({
  ...answer,
  body: answer.body.replace(NUMERIC_USER_ID, '"user_id":$1'),
})

export const send = ({ status, body, headers }: Answer): Response => new Response(body, { status, headers })

/** Ends the TCP connection without a byte of an answer. */
export function cutConnection(c: SandboxContext): Response {
  c.env.incoming.socket.destroy()
  return RESPONSE_ALREADY_SENT
}
