import type { InferOutput } from 'valibot'

import { SHORT_LIVED_MS } from '../facebook/login.ts'
import { newFacebookPerson, newInstagramPerson } from '../world/people.ts'
import { newCode, newToken } from '../world/tokens.ts'
import type { World } from '../world/world.ts'
import { signInWithGoogle } from './google-sign-in.ts'
import type { LoginOrder, NetworkLoginOrder } from './orders.ts'

/** Somebody who has just said yes: in a network's dialog, or at Google's button. */
export const logIn = (world: World, order: InferOutput<typeof LoginOrder>) =>
  order.provider === 'google-signin' ? signInWithGoogle(world, order) : logInToNetwork(world, order)

function logInToNetwork(
  world: World,
  { provider, pages, name, scopes }: InferOutput<typeof NetworkLoginOrder>,
) {
  if (provider === 'instagram') {
    const person = newInstagramPerson(world, name, scopes)
    return { person: person.id, code: newCode(world, person, person.scopes, null).value }
  }
  const person = newFacebookPerson(world, pages, name, scopes)
  const token = newToken(world, {
    provider: 'facebook',
    personId: person.id,
    appId: null,
    scopes: person.scopes,
    livesMs: SHORT_LIVED_MS,
  })
  return {
    person: person.id,
    code: newCode(world, person, person.scopes, null).value,
    authResponse: { accessToken: token.value, userID: person.id, expiresIn: SHORT_LIVED_MS / 1000 },
  }
}
