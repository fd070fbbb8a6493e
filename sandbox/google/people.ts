import type { GooglePerson } from '../world/entities/people.ts'
import { ids } from '../world/ids.ts'
import type { World } from '../world/world.ts'

type NewGooglePerson = Partial<Omit<GooglePerson, 'id'>>

export function newGooglePerson(
  world: World,
  { name = 'Pat Nguyen', email, emailVerified = true }: NewGooglePerson = {},
): GooglePerson {
  const id = ids.googlePerson()
  const person = { id, name, email: email ?? `${id.slice(-10)}@gmail.example`, emailVerified }
  world.googlePeople.set(id, person)
  return person
}

/** Returns the person whom the sign-in page offers, who is always the same. */
export function demoGooglePerson(world: World): GooglePerson {
  return (world.demoGoogle ??= newGooglePerson(world, { email: 'pat.nguyen@gmail.example' }))
}
