import { eventually } from './eventually.ts'
import type { SandboxClient } from './sandbox-client.ts'

type Init = { method?: string; json?: unknown; form?: FormData; headers?: Record<string, string> }
type Body = Record<string, unknown>
export type Delivery = {
  network: string
  state: string
  reason: string
  publishAt: string
  publishedAt?: string
}
type NewPost = { message: string; files: File[]; altTexts?: string[]; at?: Date; networks?: string[] }

/** Calls the api with plain requests, without the product's code. */
export function contractClient(url: string, world: SandboxClient) {
  let token = ''
  let cookies = ''

  async function call(path: string, { method, json, form, headers }: Init = {}): Promise<Body> {
    const response = await fetch(`${url}/api/${path}`, {
      method: method ?? (json !== undefined || form ? 'POST' : 'GET'),
      headers: {
        ...headers,
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(cookies && { Cookie: cookies }),
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(form && { body: form }),
    })
    const set = response.headers.getSetCookie().map(cookie => cookie.split(';')[0])
    if (set.length > 0) cookies = set.join('; ')
    const reply = (await response.json()) as Body
    if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${JSON.stringify(reply)}`)
    return reply
  }

  async function signUp(email: string) {
    const password = 'correct horse battery'
    await call('users/register', {
      json: { fullname: 'Pat Lee', email, password, confirmPassword: password, agreeToTerms: true },
    })
    const otp = await eventually('the code by mail', () => world.mailedCode(email))
    token = String((await call('users/verify-otp', { json: { email, otp } })).token)
  }

  /** Connects a Page. With several Pages, a further call must choose one. */
  async function connectFacebook(...pages: string[]) {
    const { authResponse } = await world.login('facebook', 'Pat Lee', pages)
    await call('auth/facebook', { json: authResponse })
  }

  async function connectInstagram(name: string) {
    const { person } = await world.login('instagram', name)
    const { url: dialog } = await call('auth/instagram/start', { json: {} })
    const consented = await fetch(`${String(dialog)}&sandbox_consent=${person}`, { redirect: 'manual' })
    const back = await fetch(consented.headers.get('Location')!, { headers: { Cookie: cookies } })
    if (!back.ok)
      throw new Error(`The return from Instagram responded with ${back.status}: ${await back.text()}`)
    return person
  }

  /** Connects a location. With several locations, a further call must choose one. */
  async function connectGoogle(locations: string[]) {
    const { person } = await world.login('google', 'Pat Lee', locations)
    const { url: start } = await call('auth/google/start', { json: {} })
    const onward = async (address: string) => {
      const response = await fetch(address, { redirect: 'manual', headers: { Cookie: cookies } })
      return response.headers.get('Location')!
    }
    const consented = await onward(`${await onward(String(start))}&sandbox_consent=${person}`)
    const codes = new URL(await onward(consented)).pathname.split('/').slice(-2).map(decodeURIComponent)
    await call('auth/google/save-info', { json: { google_code: codes.join('/') } })
  }

  /** Connects the blog of a new website. */
  async function connectWordPress() {
    const { person } = await world.login('wordpress', 'Pat’s Plumbing')
    const site = `${world.url}/wordpress/${person}`
    const { url: start } = await call('auth/wordpress/start', { json: { site } })
    const consented = await fetch(`${String(start)}&sandbox_consent=${person}`, { redirect: 'manual' })
    const back = consented.headers.get('Location') ?? ''
    const { headers } = await fetch(back, { redirect: 'manual', headers: { Cookie: cookies } })
    if (!headers.get('Location')?.includes('connected='))
      throw new Error(`The return from the website led to ${headers.get('Location')}`)
  }

  async function createPost({
    message,
    files,
    altTexts = [],
    at,
    networks = ['facebook', 'instagram'],
  }: NewPost): Promise<string> {
    const form = new FormData()
    form.set(
      'data',
      JSON.stringify({
        platforms: networks.map(platform => ({ platform, message })),
        altTexts,
        timestamp: new Date().toISOString(),
      }),
    )
    form.set('isScheduled', String(Boolean(at)))
    form.set('scheduledTime', at ? String(Math.floor(at.getTime() / 1000)) : '')
    for (const file of files) form.append('media', file)
    return String((await call('auth/createPosts', { form })).postId)
  }

  const deliveriesOf = async (postId: string) =>
    ((await call(`posts/${postId}`)).data as { deliveries: Delivery[] }).deliveries

  const untilPublished = (postId: string, withinMs?: number) =>
    eventually(
      async () => `post ${postId} published: ${JSON.stringify(await deliveriesOf(postId))}`,
      async () => {
        const deliveries = await deliveriesOf(postId)
        return deliveries.every(({ state }) => state === 'published') && deliveries
      },
      withinMs,
    )

  return {
    call,
    /** The session token that a browser stores. */
    token: () => token,
    signUp,
    connectFacebook,
    connectInstagram,
    connectGoogle,
    connectWordPress,
    createPost,
    deliveriesOf,
    untilPublished,
    addDomain: (businessName: string, websiteURL?: string) =>
      call('users/saveUserDomain', { json: { businessName, ...(websiteURL && { websiteURL }) } }),
  }
}
export type ContractClient = ReturnType<typeof contractClient>
