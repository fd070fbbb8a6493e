import { createHmac } from 'node:crypto'
import type { InferOutput } from 'valibot'

import { revokeTokens } from '../world/tokens.ts'
import type { World } from '../world/world.ts'
import { InvalidInput, type WithdrawInput } from './inputs.ts'

const TIMEOUT_MS = 15_000

/**
 * Removes the app from a person's account, or requests the deletion of their data. In both cases Meta sends the app a
 * request that is signed with its secret.
 */
export async function withdraw(world: World, input: InferOutput<typeof WithdrawInput>) {
  const { provider, person: personId, what, url, tamper } = input
  const person = world.people.get(personId)
  if (person?.provider !== provider) throw new InvalidInput(`The sandbox has no person ${personId}.`)
  const { appId, secret } = appOf(world, personId, input.appId)
  revokeTokens(world, token => token.personId === personId && token.appId === appId, 'app_removed')

  const issuedAt = Math.floor(world.now().getTime() / 1000)
  const payload = encoded({ user_id: personId, algorithm: 'HMAC-SHA256', issued_at: issuedAt, expires: 0 })
  const signature = createHmac('sha256', secret).update(payload).digest('base64url')
  const signedRequest = `${tamper ? signature.split('').toReversed().join('') : signature}.${payload}`
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ signed_request: signedRequest }),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const body = await response.text()
  if (what === 'data-deletion' && response.ok) requireReceipt(body)
  return { status: response.status, body, signedRequest }
}

/** Returns the app that holds the person's token. Its secret signs the request. */
function appOf(world: World, personId: string, requested: string | undefined) {
  const held = [...world.tokens.values()].findLast(token => token.personId === personId && token.appId)
  const appId = requested ?? held?.appId
  const secret = appId && world.appSecrets.get(appId)
  if (!appId || !secret) throw new InvalidInput('The sandbox knows no app of this person: send its appId.')
  return { appId, secret }
}

/** Meta shows the person an error if the response lacks a URL or a confirmation code. */
function requireReceipt(body: string): void {
  const receipt = /^\s*\{/.test(body) ? (JSON.parse(body) as Record<string, unknown>) : {}
  if (!URL.canParse(String(receipt['url'])) || !/^[\w-]+$/.test(String(receipt['confirmation_code'])))
    throw new InvalidInput('The app’s response has no url and confirmation_code.')
}

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
