import type { InstagramAccount, Page, Person, Provider } from './entities/people.ts'
import { ids } from './ids.ts'
import type { World } from './world.ts'

export interface NewPortfolio {
  name?: string | undefined
  owned?: number | string[] | undefined
  client?: number | string[] | undefined
}

export const FACEBOOK_SCOPES = [
  'public_profile',
  'pages_show_list',
  'pages_read_engagement',
  'pages_read_user_content',
  'pages_manage_posts',
  'publish_video',
  'pages_manage_engagement',
  'read_insights',
  'business_management',
]

export const INSTAGRAM_SCOPES = [
  'instagram_business_basic',
  'instagram_business_content_publish',
  'instagram_business_manage_comments',
  'instagram_business_manage_insights',
]

const NAMES = ['Pat Nguyen', 'Mia Chen', 'Jack Rossi', 'Aroha Williams', 'Sam Okafor', 'Lucy Brennan']
const BUSINESSES = [
  ["Pat's Plumbing", 'Plumbing service'],
  ['Harbour Bakehouse', 'Bakery'],
  ['Wattle Street Dental', 'Dentist'],
  ['Northside Cycles', 'Bicycle shop'],
  ['Blue Gum Gardens', 'Garden centre'],
  ['Corner Post Cafe', 'Cafe'],
] as const

const cycle = <T>(list: readonly T[], index: number): T => list[index % list.length] as T
const slug = (name: string) =>
  name
    .toLowerCase()
    .replace(/'/g, '')
    .replace(/[^a-z0-9]+/g, '.')
const trimDots = (name: string) => name.replace(/^\.+|\.+$/g, '') || 'account'

/** Creates a person with Pages: named ones, or a number of generated ones. */
export function newFacebookPerson(
  world: World,
  pages: number | string[],
  name?: string,
  scopes = FACEBOOK_SCOPES,
  portfolios: NewPortfolio[] = [],
): Person {
  const person: Person = {
    id: ids.facebookPerson(),
    provider: 'facebook',
    name: name ?? cycle(NAMES, world.people.size),
    pageIds: newPages(world, pages),
    portfolios: portfolios.map(({ name: title, owned = 0, client = 0 }, i) => ({
      id: ids.page(),
      name: title ?? `${businessName(i)} portfolio`,
      ownedPageIds: newPages(world, owned),
      clientPageIds: newPages(world, client),
    })),
    accountId: null,
    scopes,
  }
  world.people.set(person.id, person)
  return person
}

/** Returns the ids of all Pages that the person may manage, directly or by a portfolio. */
export const allPageIds = ({ pageIds, portfolios }: Person): string[] => [
  ...pageIds,
  ...portfolios.flatMap(({ ownedPageIds, clientPageIds }) => [...ownedPageIds, ...clientPageIds]),
]

/** Creates Pages: named ones, or a number of generated ones. @returns their ids */
function newPages(world: World, pages: number | string[]): string[] {
  const names = typeof pages === 'number' ? Array.from({ length: pages }, (_, i) => businessName(i)) : pages
  return names.map((name, i) => newPage(world, name, cycle(BUSINESSES, i)[1]).id)
}

const businessName = (i: number) =>
  cycle(BUSINESSES, i)[0] + (i < BUSINESSES.length ? '' : ` ${Math.floor(i / BUSINESSES.length) + 1}`)

function newPage(world: World, name: string, category: string): Page {
  const page: Page = { id: ids.page(), name, username: trimDots(slug(name)), category }
  world.pages.set(page.id, page)
  return page
}

/** Creates a person with one professional Instagram account. */
export function newInstagramPerson(world: World, name?: string, scopes = INSTAGRAM_SCOPES): Person {
  const shown = name ?? cycle(BUSINESSES, world.instagramAccounts.size)[0]
  const person: Person = {
    id: ids.instagramPerson(),
    provider: 'instagram',
    name: shown,
    pageIds: [],
    portfolios: [],
    accountId: ids.instagramAccount(),
    scopes,
  }
  const account: InstagramAccount = {
    id: person.accountId ?? '',
    personId: person.id,
    username: freeUsername(world, trimDots(slug(shown))),
    name: shown,
  }
  world.people.set(person.id, person)
  world.instagramAccounts.set(account.id, account)
  return person
}

function freeUsername(world: World, base: string): string {
  const taken = new Set([...world.instagramAccounts.values()].map(account => account.username))
  let username = base
  for (let i = 2; taken.has(username); i++) username = `${base}.${i}`
  return username
}

/** Returns the people whom a dialog offers, its default person first. */
export function offeredPeople(world: World, provider: Provider): Person[] {
  const first = demoPerson(world, provider)
  const others = [...world.people.values()].filter(
    person => person.provider === provider && person.offered && person !== first,
  )
  return [first, ...others]
}

/** Returns the default person of a dialog, who is always the same, so that reconnecting finds the same Pages. */
function demoPerson(world: World, provider: Provider): Person {
  const known = world.demo[provider]
  if (known) return known
  const person =
    provider === 'facebook'
      ? newFacebookPerson(world, ["Pat's Plumbing", 'Harbour Bakehouse'], 'Pat Nguyen')
      : newInstagramPerson(world, "Pat's Plumbing")
  world.demo[provider] = person
  return person
}
