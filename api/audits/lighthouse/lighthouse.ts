import { join } from 'node:path'

import { AuditError, type Auditor, type AuditRequest, checkAddress } from '#api/audits/audit.ts'
import { browserEnvironment, withBrowserFolder } from '#api/audits/browser-folder.ts'
import { withinLimits } from '#api/audits/browser-limits.ts'
import { parseResponse } from '#api/audits/process-response.ts'
import { lowerPriority } from '#api/runtime/priority.ts'
import type { Measurement } from '#shared/audits/measured.ts'
import { type AuditJob, AuditResult } from './job.ts'

const TIME_LIMIT_MS = 90_000
/**
 * Starts a process that runs only while a processor is idle (util-linux, sched(7)). A low priority isn't enough, because Chromium
 * raises that of its threads where it may.
 */
const IDLE = ['chrt', '--idle', '0'] as const
/** Time limit of an audit on idle processors. The next try has a low priority instead, because some machines are never idle. */
const IDLE_LIMIT_MS = 20_000
/** Priority on machines that lack `chrt` or are never idle. */
const LOW_PRIORITY = 10

type Options = { chromePath: string; dataDir: string; allowPrivate: boolean; timeLimitMs?: number }

/** Runs Lighthouse with this machine's Chromium in a separate process, limited to 90 seconds and 2 GB. */
export function localLighthouse({
  chromePath,
  dataDir,
  allowPrivate,
  timeLimitMs = TIME_LIMIT_MS,
}: Options): Auditor {
  const check = checkAddress(allowPrivate)
  return {
    source: 'lighthouse',
    concurrency: 1,
    check,
    async audit(request) {
      await check(request)
      const { url, trusted = false } = request
      return await withBrowserFolder(dataDir, folder =>
        auditInProcess(
          { url, chromePath, folder, allowPrivate: allowPrivate || trusted },
          { ...request, timeLimitMs },
        ),
      )
    },
  }
}

async function auditInProcess(
  job: AuditJob,
  { signal, priority, timeLimitMs }: AuditRequest & { timeLimitMs: number },
): Promise<Measurement> {
  // It may have been aborted while another browser was running.
  if (signal?.aborted) throw new AuditError('transient', INTERRUPTED)
  const script = join(import.meta.dirname, 'audit-process.ts')
  // The process gets none of the api's settings. It ends, with its children, when the api does.
  const idle = priority === 'idle' && Bun.which(IDLE[0]) ? IDLE : []
  const child = Bun.spawn([...idle, process.execPath, '--no-orphans', script, JSON.stringify(job)], {
    env: browserEnvironment(job.folder),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
  })
  // Its browser starts later, and inherits the priority.
  if (priority) lowerPriority(LOW_PRIORITY, child.pid)
  const printed = await withinLimits(child, new Response(child.stdout).text(), {
    timeLimitMs: priority === 'idle' ? Math.min(timeLimitMs, IDLE_LIMIT_MS) : timeLimitMs,
    signal,
    // If a low-priority audit is late, the cause may be this machine.
    tooLong: new AuditError(priority ? 'transient' : 'site', TOO_LONG),
    tooMuch: new AuditError('site', TOO_MUCH),
  })
  return parseResponse(printed, AuditResult, NOT_STARTED)
}

const INTERRUPTED = 'Measuring was interrupted.'
const NOT_STARTED = 'The browser that measures could not be started.'
const TOO_LONG = 'The page took too long to measure.'
const TOO_MUCH = 'The page needs more memory than we can give it, so it could not be measured.'
