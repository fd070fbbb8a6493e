import { sql } from 'drizzle-orm'

import type { Context } from '../../api/context.ts'
import { deliveries } from '../../api/db/schema/posts/posts.ts'
import type { ProcessGroup } from '../../commands/processes/process-group.ts'
import { freePort } from '../../e2e/free-port.ts'
import { processorMs, residentBytes } from '../process-figures.ts'
import type { DataFolder } from './scene.ts'

const POLL_MS = 200
const SAMPLE_MS = 50

/** Work of the api while it publishes. */
export type ConcurrentWork = (apiUrl: string) => Promise<void>

/**
 * Runs the api until everything scheduled is published.
 * @returns its peak memory in bytes and its processor time in milliseconds
 */
export async function runApi(
  processes: ProcessGroup,
  ctx: Context,
  home: DataFolder,
  {
    withinMs,
    meanwhile,
    rest,
  }: {
    withinMs: number
    meanwhile?: ConcurrentWork | undefined
    /** Waits for the end of that work, once everything is published. */
    rest?: (() => Promise<void>) | undefined
  },
) {
  const port = await freePort()
  const api = processes.start({
    name: 'The api',
    args: ['api/server.ts'],
    env: { ...home.settings, PORT: String(port), PUBLIC_URL: '', SITE_URL: '' },
    ready: /^ready http/,
  })
  await api.ready
  await meanwhile?.(`http://127.0.0.1:${port}/api`)
  const before = processorMs(api.pid)
  let bytes = 0
  let ms = 0
  const sampling = setInterval(() => (bytes = Math.max(bytes, residentBytes(api.pid))), SAMPLE_MS)
  try {
    const deadline = Date.now() + withinMs
    while ((await ctx.db.$count(deliveries, sql`${deliveries.wakeAt} is not null`)) > 0) {
      if (Date.now() > deadline) throw new Error(`Not all was published within ${withinMs / 1000} s.`)
      await Bun.sleep(POLL_MS)
    }
    ms = processorMs(api.pid) - before
    await rest?.()
  } finally {
    clearInterval(sampling)
    await api.end('SIGTERM')
  }
  const unpublished = await ctx.db.$count(deliveries, sql`${deliveries.state} <> 'published'`)
  if (unpublished > 0) throw new Error(`${unpublished} deliveries were not published.`)
  return { bytes, processorMs: ms }
}
