import { afterAll, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { AuditRequest } from '#api/audits/audit.ts'
import { findBrowser } from '#api/audits/find-browser.ts'
import { failureOf } from '#api/test/measuring.ts'
import { localLighthouse } from './lighthouse.ts'

const chromePath = findBrowser(process.env.CHROME_PATH) ?? ''
const withBrowser = test.skipIf(!existsSync(chromePath))
const dataDir = mkdtempSync(join(tmpdir(), 'currawong-audit-'))

const requested = Promise.withResolvers<void>()
const website = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch({ url }) {
    const { pathname, search } = new URL(url)
    if (search === '?stop') requested.resolve()
    return pathname === '/silent' ? new Promise<Response>(() => {}) : new Response('Gone', { status: 410 })
  },
})
afterAll(() => website.stop(true))

const auditor = (more = {}) => localLighthouse({ chromePath, dataDir, allowPrivate: true, ...more })
const request = (path: string, more: Partial<AuditRequest> = {}) => ({
  url: `http://127.0.0.1:${website.port}${path}`,
  ...more,
})

const nothingIsLeft = () => expect(readdirSync(join(dataDir, 'audits'))).toEqual([])

withBrowser(
  'gives up on a page that takes too long, and removes its browser and those of killed processes',
  async () => {
    const left = join(dataDir, 'audits', 'browser-of-a-process-that-was-killed')
    mkdirSync(left, { recursive: true })
    utimesSync(left, 0, 0)
    const { message } = await failureOf(auditor({ timeLimitMs: 4000 }).audit(request('/silent')))
    expect(message).toBe('The page took too long to measure.')
    nothingIsLeft()
  },
)

withBrowser('stops an audit when its signal aborts', async () => {
  const stop = new AbortController()
  const audit = failureOf(auditor().audit(request('/silent?stop', { signal: stop.signal })))
  await requested.promise
  stop.abort()
  expect((await audit).kind).toBe('transient')
  nothingIsLeft()
})

const SCHED_IDLE = 5
/** Returns the scheduling policies (sched(7)) of the processes that use this folder. */
const policies = () =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(pid => {
      try {
        if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(join(dataDir, 'audits'))) return []
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[38])
      } catch {
        return []
      }
    })

test.skipIf(!existsSync(chromePath) || !Bun.which('chrt'))(
  'measures only while nothing else needs the processor, if it is asked to give way',
  async () => {
    const stop = new AbortController()
    const progress = { isOver: false }
    const request = { url: `http://127.0.0.1:${website.port}/silent`, signal: stop.signal }
    const audit = failureOf(auditor().audit({ ...request, priority: 'idle' })).finally(() => {
      progress.isOver = true
    })
    while (!progress.isOver && !policies().includes(SCHED_IDLE)) await new Promise(setImmediate)
    expect(progress.isOver).toBe(false)
    stop.abort()
    await audit
  },
)

withBrowser('rejects this machine before starting a browser, unless it is allowed', async () => {
  const { kind, message } = await failureOf(auditor({ allowPrivate: false }).audit(request('/')))
  expect(kind).toBe('refused')
  expect(message).toContain('this machine itself')
})
