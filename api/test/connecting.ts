import { byNetwork, type NetworkId } from '#shared/networks.ts'
import { startSandbox } from '../../sandbox/start.ts'
import { type TestApp, testApp } from './app.ts'
import { atEnd } from './at-end.ts'
import { type TestClock, testClock } from './clock.ts'
import { NETWORK_TESTS } from './networks.ts'
import { connectBlueskyByPage } from './networks/bluesky.ts'
import { connectFacebook } from './networks/facebook.ts'
import { connectGoogle, consentToGoogle } from './networks/google.ts'
import type { Caller, Connecting } from './networks/network-tests.ts'

type WorldLogin = {
  provider: NetworkId
  locations?: number | string[]
  pages?: number | string[]
  name?: string
  scopes?: string[]
  portfolios?: { name?: string; owned?: number | string[]; client?: number | string[] }[]
  groups?: { name: string; locations?: number | string[]; closed?: boolean }[]
}
export type WorldPerson = {
  person: string
  code: string
  authResponse: { accessToken: string; userID: string }
}
type Person = Awaited<ReturnType<TestApp['signUp']>>
export type CopiedOwner = Omit<Person, 'call'> & { domainId: string }
type TestOptions = NonNullable<Parameters<typeof testApp>[0]>

/** Creates the api with its own sandbox, on one clock, and functions that connect accounts. */
export async function connectingApp({ clock = testClock(), ...options }: TestOptions = {}) {
  const sandbox = options.sandbox ?? (await ownWorld(clock))
  const app = await testApp({ sandbox, clock, ...options })

  const world = async <Body>(path: string, body?: unknown): Promise<Body> => {
    const init = {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    }
    const response = await fetch(`${sandbox.url}/_sandbox/${path}`, body === undefined ? {} : init)
    if (!response.ok)
      throw new Error(`_sandbox/${path} responded with ${response.status}: ${await response.text()}`)
    return (await response.json()) as Body
  }

  const withDomains = (person: Person) => ({
    ...person,
    addDomain: async (businessName: string) => {
      const response = await person.call('users/saveUserDomain', { json: { businessName } })
      return ((await response.json()) as { data: { _id: string } }).data._id
    },
    selectDomain: (domainId: string) => person.call('users/updateUserDomain', { json: { domainId } }),
  })
  /** Signs up a user with a selected business. */
  const owner = async (businessName = 'Pat’s Plumbing') => {
    const person = withDomains(await app.signUp())
    return { ...person, domainId: await person.addDomain(businessName) }
  }
  /** Returns a user of a copied database, with a selected business. */
  const copiedOwner = ({ domainId, ...user }: CopiedOwner) => ({
    ...withDomains({ ...user, call: app.callAs(user.token) }),
    domainId,
  })

  const start: Connecting['start'] = async ({ call }, network) => {
    const response = await call(`auth/${network}/start`, { method: 'POST' })
    if (!response.ok)
      throw new Error(`auth/${network}/start responded with ${response.status}: ${await response.text()}`)
    const { url } = (await response.json()) as { url: string }
    return { url, cookie: response.headers.get('Set-Cookie')?.split(';')[0] ?? '' }
  }

  const consent: Connecting['consent'] = async (url, person) => {
    const response = await fetch(`${url}&sandbox_consent=${person}`, { redirect: 'manual' })
    const back = new URL(response.headers.get('Location')!)
    return {
      path: back.pathname + back.search,
      code: back.searchParams.get('code') ?? '',
      state: back.searchParams.get('state') ?? '',
    }
  }

  const throughPage: Connecting['throughPage'] = async (caller, network, json, person) => {
    const started = await caller.call(`auth/${network}/start`, { json })
    const { url } = (await started.clone().json()) as { url?: string }
    if (!url) return started
    const cookie = started.headers.get('Set-Cookie')?.split(';')[0] ?? ''
    const { path } = await consent(url, person)
    const back = await app.request(path, { headers: { cookie } })
    if (back.status !== 302) return back
    return caller.call('auth/accountDetails', { json: { provider: network } })
  }

  const connecting: Connecting = { app, sandbox, world, start, consent, throughPage }
  /** Connects a network's account, as a new person or again as a known one. */
  const connectAs = byNetwork(
    id => (caller: Caller, known?: string) => NETWORK_TESTS[id].connect(connecting, caller, known),
  )

  return {
    ...app,
    clock,
    connectAs,
    connectFacebook: (caller: Caller, pages?: Parameters<typeof connectFacebook>[2]) =>
      connectFacebook(connecting, caller, pages),
    connectInstagram: connectAs.instagram,
    connectGoogle: (caller: Caller, login?: Parameters<typeof connectGoogle>[2]) =>
      connectGoogle(connecting, caller, login),
    connectBluesky: connectAs.bluesky,
    connectBlueskyByPage: (caller: Caller, known?: string) => connectBlueskyByPage(connecting, caller, known),
    connectWordPress: connectAs.wordpress,
    consentToGoogle: (caller: Caller, person: string, returnTo?: string) =>
      consentToGoogle(connecting, caller, person, returnTo),
    sandbox,
    world,
    owner,
    copiedOwner,
    start,
    consent,
    clearFaults: () => fetch(`${sandbox.url}/_sandbox/faults`, { method: 'DELETE' }),
    logIn: (login: WorldLogin) => world<WorldPerson>('login', login),
  }
}
/** Starts a sandbox that uses the given clock. */
export async function ownWorld({ now }: TestClock) {
  const sandbox = await startSandbox({ now })
  atEnd(() => sandbox.stop())
  return sandbox
}

export type ConnectingApp = Awaited<ReturnType<typeof connectingApp>>

/** Extracts the message and target origin that a dialog's return page posts to its opener. */
export function postedMessage(html: string): { message: Record<string, string>; origin: string } {
  const [, message, origin] = /postMessage\((\{.*\}), (".*")\)/.exec(html) ?? []
  return { message: JSON.parse(message!) as Record<string, string>, origin: JSON.parse(origin!) as string }
}
