import type { BusinessAccount, Voice } from '../world/entities/google.ts'
import type { GooglePerson } from '../world/entities/people.ts'
import { ids } from '../world/ids.ts'
import type { World } from '../world/world.ts'
import { newGooglePerson } from './people.ts'

export interface NewLocation {
  name: string
  takesPosts?: boolean | undefined
  voice?: Voice | undefined
  /** Empty for a location without one. */
  phone?: string | undefined
}

export interface NewGroup {
  name: string
  locations: number | NewLocation[]
  closed?: boolean | undefined
}

const NAMES = ["Pat's Plumbing", 'Harbour Bakehouse', 'Wattle Street Dental', 'Northside Cycles']
const TOWNS = ['Melbourne', 'Fremantle', 'Hobart', 'Newcastle', 'Bendigo']
const PHONE = '(03) 9555 0123'
/** Locations per account. The person gets further accounts for the rest. */
const LOCATIONS_PER_ACCOUNT = 150

/** Creates a person who manages locations: named ones, or a number of generated ones. */
export function newGoogleManager(
  world: World,
  locations: number | NewLocation[],
  name?: string,
  groups: NewGroup[] = [],
): GooglePerson {
  const person = newGooglePerson(world, name === undefined ? {} : { name })
  const titles = toLocations(locations)
  for (let start = 0; start === 0 || start < titles.length; start += LOCATIONS_PER_ACCOUNT)
    addAccount(
      world,
      { personId: person.id, name: person.name },
      titles.slice(start, start + LOCATIONS_PER_ACCOUNT),
    )
  for (const group of groups)
    addAccount(
      world,
      { personId: person.id, name: group.name, kind: group.closed ? 'closed-group' : 'group' },
      toLocations(group.locations),
    )
  return person
}

const toLocations = (locations: number | NewLocation[]): NewLocation[] =>
  typeof locations === 'number'
    ? Array.from({ length: locations }, (_, i) => ({ name: generateName(i) }))
    : locations

const generateName = (i: number) =>
  (NAMES[i % NAMES.length] ?? '') + (i < NAMES.length ? '' : ` ${Math.floor(i / NAMES.length) + 1}`)

function addAccount(world: World, about: Omit<BusinessAccount, 'id'>, locations: NewLocation[]): void {
  const account = { id: ids.businessAccount(), ...about }
  world.business.accounts.set(account.id, account)
  for (const [i, { name, takesPosts = true, voice = 'has', phone = PHONE }] of locations.entries()) {
    const id = ids.businessLocation()
    const town = TOWNS[i % TOWNS.length] ?? ''
    const location = { id, accountId: account.id, title: name, town, takesPosts, voice, phone }
    world.business.locations.set(id, location)
  }
}

/** Returns the demo manager, who is always the same, so that reconnecting finds the same locations. */
export function demoGoogleManager(world: World): GooglePerson {
  return (world.demoManager ??= newGoogleManager(
    world,
    [{ name: "Pat's Plumbing" }, { name: 'Harbour Bakehouse' }],
    'Pat Nguyen',
  ))
}
