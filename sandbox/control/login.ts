import type { InferOutput } from 'valibot'

import { SHORT_LIVED_MS } from '../facebook/sign-in/login.ts'
import { newCredential } from '../google/credential.ts'
import { GOOGLE_SCOPES, newGoogleCode } from '../google/grants.ts'
import { newGoogleManager } from '../google/managers.ts'
import { newGooglePerson } from '../google/people.ts'
import { allPageIds, newFacebookPerson, newInstagramPerson } from '../world/people.ts'
import { newCode, newToken } from '../world/tokens.ts'
import type { World } from '../world/world.ts'
import {
  type GoogleLoginInput,
  InvalidInput,
  LoginInput,
  type NetworkLoginInput,
  readProvider,
  readInput,
  type GoogleSignInInput,
} from './inputs.ts'
import { networkControlOf } from './network-controls.ts'

/** Grants a login as if the person had just consented in the network's dialog or with Google's button. */
export function logIn(world: World, text: string): object {
  const part = networkControlOf(readProvider(text))
  if (part) return part.logIn(world, text)
  const input = readInput(LoginInput, text)
  if (input.provider === 'google') return logInToGoogle(world, input)
  return input.provider === 'google-signin' ? signInWithGoogle(world, input) : logInToNetwork(world, input)
}

function logInToGoogle(world: World, input: InferOutput<typeof GoogleLoginInput>) {
  const { locations, pages, name, groups, scopes = GOOGLE_SCOPES } = input
  const person = input.person
    ? world.googlePeople.get(input.person)
    : newGoogleManager(world, locations ?? pages ?? 1, name, groups)
  if (!person) throw new InvalidInput(`The sandbox has no Google person ${input.person}.`)
  const code = newGoogleCode(world, {
    personId: person.id,
    scopes,
    offline: true,
    consented: true,
    boundTo: null,
  })
  return { person: person.id, email: person.email, code: code.value }
}

function logInToNetwork(
  world: World,
  { provider, pages, portfolios, name, scopes, located, offered }: InferOutput<typeof NetworkLoginInput>,
) {
  if (provider === 'instagram') {
    const person = newInstagramPerson(world, name, scopes)
    person.offered = offered
    return { person: person.id, code: newCode(world, person, person.scopes, null).value }
  }
  const person = newFacebookPerson(world, pages, name, scopes, portfolios)
  person.offered = offered
  for (const id of located ? [] : allPageIds(person)) {
    const page = world.pages.get(id)
    if (page) page.hasNoAddress = true
  }
  const token = newToken(world, {
    provider: 'facebook',
    personId: person.id,
    appId: null,
    scopes: person.scopes,
    lifetimeMs: SHORT_LIVED_MS,
  })
  return {
    person: person.id,
    code: newCode(world, person, person.scopes, null).value,
    authResponse: { accessToken: token.value, userID: person.id, expiresIn: SHORT_LIVED_MS / 1000 },
  }
}

/** Client id if neither the sign-in button nor GOOGLE_CLIENT_ID names one. */
const SANDBOX_CLIENT_ID = 'sandbox.apps.googleusercontent.com'

/** Signs a person in with Google's button: a new one, or an earlier one by id. */
function signInWithGoogle(world: World, input: InferOutput<typeof GoogleSignInInput>) {
  const { person: known, name, email, emailVerified, nonce } = input
  const person = known
    ? world.googlePeople.get(known)
    : newGooglePerson(world, { ...(name && { name }), ...(email && { email }), emailVerified })
  if (!person) throw new InvalidInput(`The sandbox has no Google person ${known}.`)
  const clientId =
    input.clientId ?? world.googleClientId ?? (process.env['GOOGLE_CLIENT_ID'] || SANDBOX_CLIENT_ID)
  return {
    person: person.id,
    email: person.email,
    clientId,
    credential: newCredential(world, person, { clientId, nonce }),
  }
}
