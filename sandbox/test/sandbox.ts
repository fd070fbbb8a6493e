import { startSandbox, type StartOptions } from '../start.ts'

const NOON = new Date('2026-11-21T12:00:00Z')

export const CALLBACK = 'https://app.example/back'
export const APP = { client_id: '1234567890', client_secret: 'app-secret' }

export interface Reply<Body = any> {
  status: number
  headers: Headers
  text: string
  body: Body
}

type Form = Record<string, string | Blob>

/** Starts a sandbox on free ports, with a clock that tests advance and functions for the most common calls. */
export async function openSandbox(options: StartOptions = {}) {
  let now = NOON.getTime()
  const sandbox = await startSandbox({ now: () => new Date(now), ...options })
  const at = (path: string) => `${sandbox.url}${path}`

  const ask = async (path: string, init?: RequestInit): Promise<Reply> => {
    const response = await fetch(at(path), { redirect: 'manual', ...init })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return { status: response.status, headers: response.headers, text, body: isJson ? safeJson(text) : null }
  }
  const get = (path: string, query: Record<string, string> = {}) =>
    ask(`${path}?${new URLSearchParams(query)}`)
  const post = (path: string, form: Form) => ask(path, { method: 'POST', body: formData(form) })
  const control = async (path: string, body: unknown) =>
    (await ask(`/_sandbox/${path}`, { method: 'POST', body: JSON.stringify(body) })).body

  const fault = (provider: string, operation: string, kind: string, more: object = {}) =>
    control('faults', { provider, operation, kind, ...more })

  /** Creates a person with a Page and returns the token of a long-lived login. */
  async function facebookPage(login: object = {}) {
    const { person, code } = await control('login', { provider: 'facebook', ...login })
    const short = await get('/facebook/v23.0/oauth/access_token', { ...APP, redirect_uri: CALLBACK, code })
    const long = await get('/facebook/v23.0/oauth/access_token', {
      ...APP,
      grant_type: 'fb_exchange_token',
      fb_exchange_token: short.body.access_token,
    })
    const userToken: string = long.body.access_token
    const accounts = await get('/facebook/v23.0/me/accounts', { access_token: userToken })
    const [first] = accounts.body.data
    return { person, userToken, id: first?.id as string, token: first?.access_token as string }
  }

  /** Creates a person with an Instagram account and returns its long-lived token. */
  async function instagramAccount(login: object = {}) {
    const { person, code } = await control('login', { provider: 'instagram', ...login })
    const form = { ...APP, grant_type: 'authorization_code', redirect_uri: CALLBACK, code }
    const short = await post('/instagram-api/oauth/access_token', form)
    const shortToken: string = short.body.data[0].access_token
    const long = await get('/instagram-graph/access_token', {
      grant_type: 'ig_exchange_token',
      client_secret: APP.client_secret,
      access_token: shortToken,
    })
    const token: string = long.body.access_token
    const me = await get('/instagram-graph/me', { fields: 'id,user_id', access_token: token })
    return { person, shortToken, token, id: me.body.user_id as string, scopedId: me.body.id as string }
  }

  return {
    ...sandbox,
    ask,
    get,
    post,
    control,
    fault,
    facebookPage,
    instagramAccount,
    published: async () => (await get('/_sandbox/published')).body,
    advance: (ms: number) => {
      now += ms
    },
    [Symbol.asyncDispose]: () => sandbox.stop(),
  }
}

export type TestSandbox = Awaited<ReturnType<typeof openSandbox>>

function formData(form: Form): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(form)) data.append(name, value)
  return data
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
