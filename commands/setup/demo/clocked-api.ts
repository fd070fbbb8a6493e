import { createApp } from '#api/app.ts'
import type { Auditor } from '#api/audits/audit.ts'
import { openContext } from '#api/boot/open-context.ts'
import { pictures } from '#api/media/pictures/pictures.ts'
import { createEngine } from '#api/publishing/engine.ts'
import { readConfig } from '#api/runtime/config.ts'
import type { Scores } from '#shared/scores.ts'

const MAX_PAUSE_MS = 150

type Init = { json?: unknown; form?: FormData; method?: string; token?: string; cookie?: string }

/**
 * Opens the api with a clock that its caller sets, so that months of history can be created by the product's own
 * functions. It listens on the api's port, because Instagram fetches pictures from there.
 */
export async function openClockedApi(environment: Record<string, string | undefined>) {
  const config = readConfig(environment)
  let time = new Date()
  let measured: Scores = { performance: 0, accessibility: 0, 'best-practices': 0, seo: 0 }
  const auditor: Auditor = {
    source: 'lighthouse',
    concurrency: 1,
    check: async () => {},
    audit: async () => ({ scores: measured, checks: {} }),
  }
  const ctx = await openContext(config, {
    now: () => time,
    pause: ms => Bun.sleep(Math.min(ms, MAX_PAUSE_MS)),
    auditor,
  })
  const app = createApp(ctx)
  const server = Bun.serve({
    hostname: config.host,
    port: config.port,
    idleTimeout: 0,
    fetch: request => app.fetch(request, {}),
  })
  const engine = createEngine(ctx)

  /** @throws {Error} if the api rejects the call */
  async function call<Body = unknown>(path: string, { json, form, method, token, cookie }: Init = {}) {
    const response = await app.request(path.startsWith('/') ? path : `/api/${path}`, {
      method: method ?? (json !== undefined || form ? 'POST' : 'GET'),
      body: json === undefined ? (form ?? null) : JSON.stringify(json),
      headers: {
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(cookie && { Cookie: cookie }),
      },
    })
    if (response.status >= 400)
      throw new Error(`${path} responded with ${response.status}: ${await response.text()}`)
    const cookies = response.headers.getSetCookie().map(line => line.split(';')[0])
    const isJson = response.headers.get('Content-Type')?.startsWith('application/json')
    return {
      body: (isJson ? await response.json() : undefined) as Body,
      location: response.headers.get('Location') ?? '',
      cookie: cookies.join('; '),
    }
  }

  return {
    ctx,
    call,
    setTime: (to: Date) => void (time = to),
    /** Sets the scores that the next audit measures. */
    setScores: (scores: Scores) => void (measured = scores),
    async publishDue() {
      await engine.tick()
      await engine.idle()
    },
    async close() {
      await engine.stop()
      await server.stop(true)
      pictures.end()
      ctx.mailer.close()
      ctx.db.$client.close()
    },
  }
}
export type ClockedApi = Awaited<ReturnType<typeof openClockedApi>>
