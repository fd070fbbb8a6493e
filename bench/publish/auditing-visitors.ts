import { findBrowser } from '../../api/audits/find-browser.ts'
import type { AuditView } from '../../shared/audits/audit.ts'
import type { ConcurrentWork } from './run-api.ts'
import { startWebsites } from './websites.ts'

/** Lets the api finish starting first. */
const BEGIN_AFTER_MS = 10_000
/** The page's head is there within a second. Polling as often for minutes would reach a visitor's rate limit. */
const FIRST_WORDS_MS = 5000
const FIRST_POLL_MS = 100
/** Interval of the product's page. */
const POLL_MS = 2000

/** Times in milliseconds. Those of steps that weren't reached are missing. */
type Visit = { outcome: 'refused' | 'failed' | 'done'; firstMs?: number; turnMs?: number }

/** Simulates twenty visitors who have their websites checked at the same time. Must run in a network namespace of its own. */
export async function startVisitors() {
  const websites = await startWebsites()
  let following: Promise<Visit[]> = Promise.resolve([])

  async function visit(api: string, url: string): Promise<Visit> {
    const startedAt = performance.now()
    const response = await fetch(`${api}/audits`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ url }),
    })
    const { data } = (await response.json()) as { data?: { token: string } }
    if (!data) return { outcome: 'refused' }
    let firstMs: number | undefined
    let turnAt: number | undefined
    for (;;) {
      const view = await read(`${api}/audits/${data.token}`)
      if ('first' in view && view.first) firstMs ??= performance.now() - startedAt
      if (view.state !== 'queued') turnAt ??= performance.now()
      if (view.state === 'done' || view.state === 'failed')
        return {
          outcome: view.state,
          ...(firstMs !== undefined && { firstMs }),
          turnMs: performance.now() - turnAt!,
        }
      const isEarly = firstMs === undefined && performance.now() - startedAt < FIRST_WORDS_MS
      await Bun.sleep(isEarly ? FIRST_POLL_MS : POLL_MS)
    }
  }

  return {
    settings: { CHROME_PATH: findBrowser(process.env.CHROME_PATH) ?? '', ALLOW_PRIVATE_AUDITS: '' },
    begin: (async api => {
      following = Bun.sleep(BEGIN_AFTER_MS).then(() =>
        Promise.all(websites.addresses.map(url => visit(api, url))),
      )
      following.catch(() => {})
    }) satisfies ConcurrentWork,
    /** Waits for all checks before the api ends. */
    rest: async () => void (await following),
    /** Returns each visit, and the number of connections to private addresses. */
    async end() {
      const visits = await following
      await websites.stop()
      return { visits, privateConnections: websites.connections() }
    },
  }
}
export type AuditVisitors = Awaited<ReturnType<typeof startVisitors>>

async function read(url: string): Promise<AuditView> {
  const { data, message } = (await (await fetch(url)).json()) as { data?: AuditView; message?: string }
  if (!data) throw new Error(`A check can’t be read: ${message}`)
  return data
}
