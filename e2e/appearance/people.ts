import { decodeBase32IgnorePadding } from '@oslojs/encoding'
import { generateHOTP } from '@oslojs/otp'
import { Database } from 'bun:sqlite'
import { join } from 'node:path'

import type { ContractClient } from '../client.ts'
import { eventually } from '../eventually.ts'
import { isWhole } from '../faults/selection.ts'
import { receiveRequests } from '../forms/admin.ts'
import { DUE_AT, ZONE } from '../melbourne.ts'
import { picture } from '../pictures.ts'
import type { Testbed } from '../testbed.ts'

const DAY_MS = 24 * 60 * 60_000
const AGES_MS = 600_000
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']

export const PASSWORD = 'correct horse battery'
export const BUSINESS = 'Pat’s Plumbing'
/** The person with two-factor sign-in. */
export const USER_WITH_PROBLEMS = 'troubled@example.com'

export const LONG_WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

/** Due time of the post with the widest chip. */
export const LONG_AT = new Date(+DUE_AT + 2 * DAY_MS)

export const sessions = { newcomer: '', starter: '', client: '', troubled: '', admin: '' }
export type Person = keyof typeof sessions

/** Prepares the dashboards one after another, because a fault in the sandbox would otherwise hit another person. */
const DASHBOARDS: Record<Person, (testbed: Testbed, person: ContractClient) => Promise<void>> = {
  newcomer: async () => {},
  starter: beginWithNamesakes,
  admin: prepareAdministrator,
  client: prepareClient,
  troubled: createProblems,
}

/** Prepares the given people's dashboards. */
export const prepare =
  (...people: Person[]) =>
  async (testbed: Testbed) => {
    for (const who of people) await DASHBOARDS[who](testbed, await signUpAs(testbed, who))
  }

async function signUpAs({ newClient }: Testbed, who: Person) {
  const person = newClient()
  await person.signUp(`${who}@example.com`)
  sessions[who] = person.token()
  return person
}

async function prepareAdministrator({ product }: Testbed, person: ContractClient) {
  await receiveRequests(person)
  await product.grantAdmin('admin@example.com')
}

/** Connects every network, measures twice, and adds posts in each state, a day with more posts than fit, and free slots. */
async function prepareClient(testbed: Testbed, person: ContractClient) {
  const { world } = testbed
  const { data } = await person.addDomain(BUSINESS, 'https://patsplumbing.example/')
  const { _id: domainId, websiteURL } = data as { _id: string; websiteURL: string }
  const files = [await picture('van.jpg', 200)]
  await person.connectFacebook('The old Page')
  await person.createPost({
    message: 'Written for the old Page',
    files,
    at: new Date(+DUE_AT + 9 * DAY_MS),
    networks: ['facebook'],
  })
  const { authResponse } = await world.login('facebook', 'Pat Lee', [BUSINESS])
  await person.call('auth/facebook', { json: authResponse, headers: { 'X-Domain-Id': domainId } })
  await person.connectInstagram('pat.plumbs')
  await person.connectGoogle([BUSINESS])
  await receiveReviews(testbed, person, domainId)
  for (const _ of ['first', 'second'])
    await person.call('users/refreshPerformance', { json: { domainId, websiteURL } })
  const { data: page } = await person.call('auth/accountDetails', { json: { provider: 'facebook' } })
  await world.setAudience((page as { pagesInfo: { id: string }[] }).pagesInfo[0]!.id, 1204, lastDays())

  await person.untilPublished(await person.createPost({ message: 'Taps, mended', files }))
  // Creates enough notifications. Each screen state and keyboard test uses up one.
  for (const day of isWhole ? WEEKDAYS : [])
    await person.untilPublished(await person.createPost({ message: `Open on ${day}`, files }))
  await world.addFault({ provider: 'facebook', operation: 'feed', kind: 'error', code: 368, status: 400 })
  await until(person, 'failed', { message: 'Refused by Facebook', files, networks: ['facebook'] })
  for (const number of ['one', 'two', 'three', 'four', 'five'])
    await person.createPost({ message: `Closed at Easter, ${number}`, files, at: DUE_AT })
  const long = await person.createPost({
    message: LONG_WORD,
    files,
    at: LONG_AT,
    networks: ['facebook', 'instagram', 'google'],
  })
  await person.call('posts/bulk', { json: { action: 'label', postIds: [long], add: ['Spring menu'] } })
  const slots = ['12:15', '17:30', '19:00'].map(time => ({ weekday: LONG_AT.getUTCDay() || 7, time }))
  await person.call('slots', { method: 'PUT', json: { slots, timeZone: ZONE } })
  // Each attempt times out after two minutes, so four attempts last longer than the tour even on a slow machine.
  await world.addFault({ provider: 'facebook', operation: 'feed', kind: 'drop-before', times: 4 })
  await until(person, 'unconfirmed', { message: 'Nobody knows', files, networks: ['facebook'] })
}

/** Adds customers' reviews of the location, one of them long, and lets the api read them soon. */
async function receiveReviews({ world, product }: Testbed, person: ContractClient, domainId: string) {
  const database = new Database(join(product.dataDir, 'currawong.db'))
  database.run('pragma busy_timeout = 5000')
  const account = database
    .query(`select provider_id as id from accounts where network = 'google' and domain_id = ?`)
    .get(domainId)
  const { id: location } = account as { id: string }
  await world.review({ location, stars: 2, text: `Cold soup. ${LONG_WORD}` })
  await world.review({ location, stars: 5, text: '', name: 'Mei Lin' })
  await eventually('the reviews', async () => {
    database.run('update inbox_reads set wake_at = 0 where attempt < 10')
    return ((await person.call('inbox')) as { data: unknown[] }).data.length === 2
  })
  database.close()
}

async function until(
  person: ContractClient,
  state: string,
  post: Parameters<ContractClient['createPost']>[0],
) {
  await untilState(person, state, await person.createPost(post))
}

const untilState = (person: ContractClient, state: string, postId: string) =>
  eventually(`a post that is ${state}`, async () =>
    (await person.deliveriesOf(postId)).every(delivery => delivery.state === state),
  )

const lastDays = () =>
  Array.from({ length: 20 }, (_, ago) => ({
    day: new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10),
    followers: 1204 - ago * 3,
    engagement: 40 + ((ago * 7) % 30),
  }))

/** Adds a lost sign-in, pending choices, websites without scores and a scheduled account deletion. */
async function createProblems(testbed: Testbed, person: ContractClient) {
  const { world } = testbed
  const pagespeed = { provider: 'pagespeed', operation: 'run' }
  await world.addFault({ ...pagespeed, kind: 'page-error', status: 404 })
  const { data } = await person.addDomain('Corner Shop', 'https://corner.example/')
  const { _id: domainId, websiteURL } = data as { _id: string; websiteURL: string }
  await person.call('users/refreshPerformance', { json: { domainId, websiteURL } })
  await person.addDomain('Mill')
  await world.addFault({ ...pagespeed, kind: 'delay-before', ms: AGES_MS })
  await person.addDomain('Kim’s Kites', 'https://kites.example/')

  await person.connectFacebook('Corner Shop', 'Mill')
  await person.connectGoogle(['Corner Shop', 'Mill'])
  const files = [await picture('bread.jpg', 40)]
  const shop = await person.connectInstagram('corner.shop')
  const scones = { message: 'Scones on Sunday', files, at: DUE_AT, networks: ['instagram'] }
  await missTime(testbed, person, await person.createPost(scones))
  await world.expire('instagram', shop)
  await until(person, 'held', { message: 'Fresh bread from six', files, networks: ['instagram'] })
  await turnTwoFactorOn(person)
  const draft = { version: 0, content: { message: 'Scones for {{name}}' } }
  await person.call(`drafts/${crypto.randomUUID()}`, { method: 'PUT', json: draft })
  await person.call('users/requestDeletion', { json: { confirm: 'DELETE' } })
}

/** Signs in with two Pages that are called like the business, and chooses none. */
async function beginWithNamesakes(_: Testbed, person: ContractClient) {
  await person.addDomain('Mill')
  await person.connectFacebook('Mill', 'Mill', LONG_WORD)
}

/** Returns the code of an authenticator app. */
export const codeOf = (secret: string) =>
  generateHOTP(
    decodeBase32IgnorePadding(secret.replaceAll(' ', '')),
    BigInt(Math.floor(Date.now() / 30_000)),
    6,
  )

/** Sets a post's due time to yesterday, as if no process had been running, and waits until the api holds it. */
async function missTime({ product }: Testbed, person: ContractClient, postId: string) {
  const database = new Database(join(product.dataDir, 'currawong.db'))
  const due = Date.now() - DAY_MS
  database.run('pragma busy_timeout = 5000')
  database.run('update posts set publish_at = ? where id = ?', [due, postId])
  database.run('update deliveries set publish_at = ?, wake_at = ? where post_id = ?', [due, due, postId])
  database.close()
  await untilState(person, 'held', postId)
}

async function turnTwoFactorOn({ call }: ContractClient) {
  const { data } = await call('users/two-factor/start', { json: { password: PASSWORD } })
  await call('users/two-factor/confirm', { json: { code: codeOf((data as { secret: string }).secret) } })
}
