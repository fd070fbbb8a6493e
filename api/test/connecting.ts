import type { MetaNetwork, NetworkId } from '#shared/networks.ts'
import { startSandbox } from '../../sandbox/start.ts'
import { type TestApp, testApp } from './app.ts'
import { atEnd } from './at-end.ts'
import { type TestClock, testClock } from './clock.ts'

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
export type BlueskyPerson = { person: string; handle: string; appPassword: string }
type Caller = {
  call: (
    path: string,
    init?: { json?: unknown; method?: string; headers?: Record<string, string> },
  ) => Promise<Response>
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

  /** Starts a sign-in, and returns the dialog's URL and the browser's cookie. */
  const start = async ({ call }: Caller, network: MetaNetwork) => {
    const response = await call(`auth/${network}/start`, { method: 'POST' })
    const { url } = (await response.json()) as { url: string }
    return { url, cookie: response.headers.get('Set-Cookie')?.split(';')[0] ?? '' }
  }

  /** Approves the dialog as a person (or declines, for `cancel`), and returns its redirect. */
  const consent = async (url: string, person: string) => {
    const response = await fetch(`${url}&sandbox_consent=${person}`, { redirect: 'manual' })
    const back = new URL(response.headers.get('Location')!)
    return {
      path: back.pathname + back.search,
      code: back.searchParams.get('code') ?? '',
      state: back.searchParams.get('state') ?? '',
    }
  }

  /** Approves Google's dialog as a person (or declines, for `cancel`), and follows its redirect in the same browser. */
  const consentToGoogle = async (caller: Caller, person: string, returnTo?: string) => {
    const started = await caller.call('auth/google/start', { json: { returnTo } })
    const cookie = started.headers
      .getSetCookie()
      .map(line => line.split(';')[0])
      .join('; ')
    const onward = await app.request('auth/google/auth', { headers: { cookie } })
    const dialog = onward.headers.get('Location')!
    const { path } = await consent(dialog, person)
    const back = await app.request(path, { headers: { cookie } })
    const screen = new URL(back.headers.get('Location')!).pathname
    const [status, ...codes] = screen.split('/').slice(3).map(decodeURIComponent)
    return { dialog, path, cookie, screen, status, google_code: codes.join('/') }
  }

  /** Starts a sign-in at the account's own server, agrees on its page, and returns to the same browser. */
  const throughPage = async (caller: Caller, network: NetworkId, json: object, person: string) => {
    const started = await caller.call(`auth/${network}/start`, { json })
    const { url } = (await started.clone().json()) as { url?: string }
    if (!url) return started
    const cookie = started.headers.get('Set-Cookie')?.split(';')[0] ?? ''
    const { path } = await consent(url, person)
    const back = await app.request(path, { headers: { cookie } })
    if (back.status !== 302) return back
    return caller.call('auth/accountDetails', { json: { provider: network } })
  }

  /** Connects Facebook by the SDK's response. */
  const connectFacebook = async ({ call }: Caller, pages: number | string[] = 1) => {
    const person = await world<WorldPerson>('login', { provider: 'facebook', pages })
    return { person, response: await call('auth/facebook', { json: person.authResponse }) }
  }

  /** Connects Instagram through its dialog, by default as a new person. */
  const connectInstagram = async (caller: Caller, known?: string) => {
    const person = known ?? (await world<WorldPerson>('login', { provider: 'instagram' })).person
    const { url, cookie } = await start(caller, 'instagram')
    const { path } = await consent(url, person)
    return { person, response: await app.request(path, { headers: { cookie } }) }
  }

  /** Connects Google through its dialog, by default as a new person with one location. */
  const connectGoogle = async (
    caller: Caller,
    {
      person: known,
      ...login
    }: {
      person?: string
      locations?: number | (string | { name: string; voice?: string; takesPosts?: boolean; phone?: string })[]
      groups?: { name: string; locations?: number | string[]; closed?: boolean }[]
      name?: string
    } = {},
  ) => {
    const person = known ?? (await world<WorldPerson>('login', { provider: 'google', ...login })).person
    const { google_code } = await consentToGoogle(caller, person)
    return { person, response: await caller.call('auth/google/save-info', { json: { google_code } }) }
  }

  /** Connects Bluesky by an app password, by default of a new account. */
  const connectBluesky = async ({ call }: Caller, known?: string) => {
    const { person, ...json } = await world<BlueskyPerson>('login', { provider: 'bluesky', person: known })
    return { person, response: await call('auth/bluesky', { json }) }
  }

  /** Connects a WordPress website through its page for applications, by default a new one. Responds with the account. */
  const connectWordPress = async (caller: Caller, known?: string) => {
    const person = known ?? (await world<WorldPerson>('login', { provider: 'wordpress' })).person
    const site = `${app.ctx.config.wordpress.ownUrl}/${person}`
    return { person, response: await throughPage(caller, 'wordpress', { site }, person) }
  }

  /** Connects a network's account, as a new person or again as a known one. */
  const connectAs: Record<
    NetworkId,
    (caller: Caller, known?: string) => Promise<{ person: string; response: Response }>
  > = {
    async facebook(caller, known) {
      if (!known) {
        const { person, response } = await connectFacebook(caller)
        return { person: person.person, response }
      }
      const { url, cookie } = await start(caller, 'facebook')
      const { code, state } = await consent(url, known)
      const response = await caller.call('auth/facebook', { json: { code, state }, headers: { cookie } })
      return { person: known, response }
    },
    instagram: connectInstagram,
    google: (caller, person) => connectGoogle(caller, person ? { person } : {}),
    bluesky: connectBluesky,
    wordpress: connectWordPress,
  }

  return {
    ...app,
    clock,
    connectAs,
    connectFacebook,
    connectInstagram,
    connectGoogle,
    connectBluesky,
    connectWordPress,
    consentToGoogle,
    sandbox,
    world,
    owner,
    copiedOwner,
    start,
    consent,
    clearFaults: () => fetch(`${sandbox.url}/_sandbox/faults`, { method: 'DELETE' }),
    logIn: (login: WorldLogin) => world<WorldPerson>('login', login),
    /** Connects Bluesky through the page of the account's server, by default as a new account. Responds with the account. */
    connectBlueskyByPage: async (caller: Caller, known?: string) => {
      const { person, handle } = await world<BlueskyPerson>('login', { provider: 'bluesky', person: known })
      return { person, response: await throughPage(caller, 'bluesky', { handle }, person) }
    },
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
