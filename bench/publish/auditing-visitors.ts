import { findBrowser } from '../../api/audits/find-browser.ts'
import type { AuditView } from '../../shared/audits/audit.ts'
import type { Meanwhile } from './run-api.ts'

/** An api that has just started has other work. */
const BEGIN_AFTER_MS = 10_000
/** A page asks as often. */
const POLL_MS = 300

/** A page of ordinary size, whose script keeps a phone busy for a while. */
const page = (name: string) => `<!doctype html><html lang="en"><title>${name}</title>
<meta name="viewport" content="width=device-width">
<h1>${name}</h1>${'<p>Sourdough, croissants and coffee, from six every morning.</p>'.repeat(300)}
<script>const until = performance.now() + 300; while (performance.now() < until) document.body.append('')</script>`

/** Visitors who have a website each checked at once. The websites are on this machine. */
export function auditingVisitors(count: number) {
  const sites = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url }) =>
      new Response(page(new URL(url).pathname), { headers: { 'Content-Type': 'text/html; charset=utf-8' } }),
  })
  const stopping = new AbortController()
  let following: Promise<{ firstMs: number; endedAt: number }[]> = Promise.resolve([])
  let begunAt = 0

  async function visit(api: string, index: number) {
    const startedAt = performance.now()
    const response = await fetch(`${api}/audits`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ url: `http://127.0.0.1:${sites.port}/shop-${index}` }),
    })
    const { data, message } = (await response.json()) as { data?: { token: string }; message?: string }
    if (!data) throw new Error(`A check did not start: ${message}`)
    let firstMs = Infinity
    for (;;) {
      const view = await read(`${api}/audits/${data.token}`).catch(() => undefined)
      if (!view || stopping.signal.aborted) return { firstMs, endedAt: Infinity }
      if ('first' in view && view.first) firstMs = Math.min(firstMs, performance.now() - startedAt)
      if (view.state === 'failed') throw new Error(`A check failed: ${view.message}`)
      if (view.state === 'done') return { firstMs, endedAt: performance.now() - begunAt }
      await Bun.sleep(firstMs < Infinity ? 1000 : POLL_MS)
    }
  }

  return {
    settings: { ALLOW_PRIVATE_AUDITS: '1', CHROME_PATH: findBrowser(process.env.CHROME_PATH) ?? '' },
    begin: (async api => {
      following = Bun.sleep(BEGIN_AFTER_MS).then(() => {
        begunAt = performance.now()
        return Promise.all(Array.from({ length: count }, (_, index) => visit(api, index)))
      })
      following.catch(() => {})
    }) satisfies Meanwhile,
    /** Returns the slowest first words, and the longest time between two results. */
    async end() {
      stopping.abort()
      const visits = await following
      await sites.stop(true)
      const ends = visits.map(({ endedAt }) => endedAt).filter(Number.isFinite)
      const sorted = [0, ...ends.toSorted((a, b) => a - b)]
      return {
        firstWordsMs: Math.max(...visits.map(({ firstMs }) => firstMs)),
        ended: ends.length,
        endedMs: Math.max(0, ...sorted.slice(1).map((at, index) => at - sorted[index]!)),
      }
    },
  }
}
export type AuditingVisitors = ReturnType<typeof auditingVisitors>

async function read(url: string): Promise<AuditView> {
  return ((await (await fetch(url)).json()) as { data: AuditView }).data
}
