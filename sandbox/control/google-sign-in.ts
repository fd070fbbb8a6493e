import type { InferOutput } from 'valibot'

import { newCredential } from '../google/credential.ts'
import { newGooglePerson } from '../google/people.ts'
import type { World } from '../world/world.ts'
import { type GoogleSignInOrder, UnfitOrder } from './orders.ts'

/** Whom credentials are made for when nobody says: the app that showed its button last, else GOOGLE_CLIENT_ID, else this. */
const SANDBOX_CLIENT_ID = 'sandbox.apps.googleusercontent.com'

/** A person who has just signed in with Google's button: a fresh one, or one who was here before. */
export function signInWithGoogle(world: World, order: InferOutput<typeof GoogleSignInOrder>) {
  const { person: known, name, email, emailVerified, nonce } = order
  const person = known
    ? world.googlePeople.get(known)
    : newGooglePerson(world, { ...(name && { name }), ...(email && { email }), emailVerified })
  if (!person) throw new UnfitOrder(`No Google person ${known} is known here.`)
  const clientId =
    order.clientId ?? world.googleClientId ?? (process.env['GOOGLE_CLIENT_ID'] || SANDBOX_CLIENT_ID)
  return {
    person: person.id,
    email: person.email,
    clientId,
    credential: newCredential(world, person, { clientId, nonce }),
  }
}
