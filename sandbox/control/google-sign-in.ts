import type { InferOutput } from 'valibot'

import { newCredential } from '../google/credential.ts'
import { newGooglePerson } from '../google/people.ts'
import type { World } from '../world/world.ts'
import { type GoogleSignInInput, InvalidInput } from './inputs.ts'

/** Client id if neither the sign-in button nor GOOGLE_CLIENT_ID names one. */
const SANDBOX_CLIENT_ID = 'sandbox.apps.googleusercontent.com'

/** Signs a person in with Google's button: a new one, or an earlier one by id. */
export function signInWithGoogle(world: World, input: InferOutput<typeof GoogleSignInInput>) {
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
