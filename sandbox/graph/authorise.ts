import { createHmac } from 'node:crypto'

import type { Token } from '../world/entities/sign-ins.ts'
import type { World } from '../world/world.ts'
import { GraphError, graphError } from './graph-error.ts'
import type { GraphCall } from './operation.ts'

/** Returns the call's valid token, and checks its `appsecret_proof` if one is sent. */
export function requireToken(call: GraphCall, provider: Token['provider']): Token {
  const { world, bearer } = call
  if (!bearer) {
    throw new GraphError({ code: 2500, message: 'An active access token must be used to query information.' })
  }
  const token = world.tokens.get(bearer)
  if (!token || token.provider !== provider) {
    throw new GraphError({ code: 190, message: 'Invalid OAuth access token - Cannot parse access token' })
  }
  const problem = tokenProblem(world, token)
  if (problem) throw new GraphError({ code: 190, ...problem })
  checkProof(world, token, call.params['appsecret_proof'])
  return token
}

/** Explains why a token is no longer valid. Returns null if it is. */
export function tokenProblem(world: World, token: Token): { subcode: number; message: string } | null {
  if (token.death === 'app_removed') {
    return {
      subcode: 458,
      message: 'Error validating access token: The user has not authorized application.',
    }
  }
  if (token.death === 'password_changed') {
    return {
      subcode: 460,
      message:
        'Error validating access token: The session has been invalidated because the user changed their ' +
        'password or the provider has changed the session for security reasons.',
    }
  }
  if (token.expiresAt && token.expiresAt <= world.now()) {
    return {
      subcode: 463,
      message: `Error validating access token: Session has expired on ${token.expiresAt.toUTCString()}.`,
    }
  }
  return null
}

/**
 * Checks the HMAC-SHA256 of the token with the app's secret as its key. A token without an app accepts the proof of any
 * known app.
 */
function checkProof(world: World, token: Token, proof: string | undefined): void {
  if (proof === undefined) return
  const own = token.appId === null ? undefined : world.appSecrets.get(token.appId)
  const secrets = own === undefined ? [...world.appSecrets.values()] : [own]
  const isRight = (secret: string) => createHmac('sha256', secret).update(token.value).digest('hex') === proof
  if (secrets.length > 0 && !secrets.some(isRight)) {
    throw new GraphError({
      code: 100,
      type: 'GraphMethodException',
      message: 'Invalid appsecret_proof provided in the API argument',
    })
  }
}

export function requireScope(token: Token, scope: string, code = 200): void {
  if (!token.scopes.includes(scope)) {
    throw graphError(
      code,
      `Requires ${scope} permission to manage the object or the app is not allowed to use it`,
    )
  }
}
