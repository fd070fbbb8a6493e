import type { Voice } from '../world/entities/google.ts'
import type { GooglePerson } from '../world/entities/people.ts'
import { ids } from '../world/ids.ts'
import type { World } from '../world/world.ts'
import { newGooglePerson } from './people.ts'

export interface NewLocation {
  name: string
  takesPosts?: boolean | undefined
  voice?: Voice | undefined
}

const NAMES = ["Pat's Plumbing", 'Harbour Bakehouse', 'Wattle Street Dental', 'Northside Cycles']
const TOWNS = ['Melbourne', 'Fremantle', 'Hobart', 'Newcastle', 'Bendigo']
/** So many of a manager's locations are in one account; the rest are in the next. */
const OF_AN_ACCOUNT = 150

/** A person who manages locations: given ones, or how many to make up. */
export function newGoogleManager(
  world: World,
  locations: number | NewLocation[],
  name?: string,
): GooglePerson {
  const person = newGooglePerson(world, name === undefined ? {} : { name })
  const wanted =
    typeof locations === 'number'
      ? Array.from({ length: locations }, (_, i): NewLocation => ({ name: madeUp(i) }))
      : locations
  for (let start = 0; start === 0 || start < wanted.length; start += OF_AN_ACCOUNT)
    addAccount(world, person, wanted.slice(start, start + OF_AN_ACCOUNT))
  return person
}

const madeUp = (i: number) =>
  (NAMES[i % NAMES.length] ?? '') + (i < NAMES.length ? '' : ` ${Math.floor(i / NAMES.length) + 1}`)

function addAccount(world: World, person: GooglePerson, locations: NewLocation[]): void {
  const account = { id: ids.businessAccount(), personId: person.id, name: person.name }
  world.business.accounts.set(account.id, account)
  for (const [i, { name, takesPosts = true, voice = 'has' }] of locations.entries()) {
    const id = ids.businessLocation()
    const town = TOWNS[i % TOWNS.length] ?? ''
    world.business.locations.set(id, { id, accountId: account.id, title: name, town, takesPosts, voice })
  }
}

/** Whom the dialog offers; the same person each time, so reconnecting finds the same locations. */
export function demoGoogleManager(world: World): GooglePerson {
  return (world.demoManager ??= newGoogleManager(
    world,
    [{ name: "Pat's Plumbing" }, { name: 'Harbour Bakehouse' }],
    'Pat Nguyen',
  ))
}
