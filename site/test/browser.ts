/** In-memory browser storage, for stores that run outside a browser. */
class MemoryStorage implements Storage {
  #items = new Map<string, string>()
  get length() {
    return this.#items.size
  }
  key = (index: number) => [...this.#items.keys()][index] ?? null
  getItem = (key: string) => this.#items.get(key) ?? null
  setItem = (key: string, value: string) => void this.#items.set(key, value)
  removeItem = (key: string) => void this.#items.delete(key)
  clear = () => this.#items.clear()
}

globalThis.localStorage = new MemoryStorage()
globalThis.sessionStorage = new MemoryStorage()

const realFetch = globalThis.fetch

type Served = { request: (url: string, init?: RequestInit) => Response | Promise<Response> }

/** Routes the site's own calls to this app, without a port. Returns the function that restores fetch. */
export function serveSite({ app }: { app: Served }) {
  const fetch = (input: RequestInfo | URL, init?: RequestInit) =>
    typeof input === 'string' && input.startsWith('/')
      ? app.request(`http://currawong.test${input}`, init)
      : realFetch(input, init)
  globalThis.fetch = Object.assign(fetch, { preconnect: realFetch.preconnect }) as typeof globalThis.fetch
  return () => {
    globalThis.fetch = realFetch
  }
}

/** Makes every call fail as if the network were gone. */
export function cutNetwork() {
  const fetch = () => Promise.reject(new TypeError('network'))
  globalThis.fetch = Object.assign(fetch, { preconnect: realFetch.preconnect }) as typeof globalThis.fetch
  return () => {
    globalThis.fetch = realFetch
  }
}

/** Records the paths of the calls from now on. `stop` ends the recording. */
export function recordCalls() {
  const paths: string[] = []
  const served = globalThis.fetch
  const recording = (input: RequestInfo | URL, init?: RequestInit) => {
    if (typeof input === 'string') paths.push(input)
    return served(input, init)
  }
  globalThis.fetch = Object.assign(recording, { preconnect: served.preconnect })
  return { paths, stop: () => void (globalThis.fetch = served) }
}

/** Delays the api's responses to GETs of this path. Returns the function that releases them. */
export const holdResponses = (path: string) => hold(path, 'GET', 'response')

/** Delays requests with this method to this path. Returns the function that releases them. */
export const holdRequests = (method: string, path: string) => hold(path, method, 'request')

/** Lets requests with this method to this path arrive, but not their responses. Returns the function that ends it. */
export function loseResponses(method: string, path: string) {
  const served = globalThis.fetch
  const fetch = async (...args: Parameters<typeof served>) => {
    const response = await served(...args)
    if (args[0] === path && (args[1]?.method ?? 'GET') === method) throw new TypeError('network')
    return response
  }
  globalThis.fetch = Object.assign(fetch, { preconnect: served.preconnect })
  return () => void (globalThis.fetch = served)
}

function hold(path: string, method: string, what: 'request' | 'response') {
  const served = globalThis.fetch
  const held = Promise.withResolvers<void>()
  const fetch = async (...args: Parameters<typeof served>) => {
    const [address, init] = args
    const isHeld = address === path && (init?.method ?? 'GET') === method
    if (isHeld && what === 'request') await held.promise
    const response = await served(...args)
    if (isHeld) await held.promise
    return response
  }
  globalThis.fetch = Object.assign(fetch, { preconnect: served.preconnect })
  return () => {
    globalThis.fetch = served
    held.resolve()
  }
}
