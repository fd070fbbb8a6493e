import { join } from 'node:path'
import * as v from 'valibot'

import { checkAddress } from '#api/audits/address-guard.ts'
import { AuditError, type Auditor, type AuditRequest } from '#api/audits/audit.ts'
import { browserEnvironment, withBrowserFolder } from '#api/audits/browser-folder.ts'
import { withinLimits } from '#api/audits/limited-process.ts'
import type { Scores } from '#shared/scores.ts'
import { AuditResponse, type AuditJob } from './job.ts'

const TIME_LIMIT_MS = 90_000

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
      const { url, trusted = false, signal } = request
      return await withBrowserFolder(dataDir, folder =>
        auditInProcess(
          { url, chromePath, folder, allowPrivate: allowPrivate || trusted },
          { signal, timeLimitMs },
        ),
      )
    },
  }
}

async function auditInProcess(
  job: AuditJob,
  { signal, timeLimitMs }: Pick<AuditRequest, 'signal'> & { timeLimitMs: number },
): Promise<Scores> {
  const script = join(import.meta.dirname, 'audit-process.ts')
  // The process gets none of the api's settings. It ends, with its children, when the api does.
  const child = Bun.spawn([process.execPath, '--no-orphans', script, JSON.stringify(job)], {
    env: browserEnvironment(job.folder),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
  })
  const printed = await withinLimits(child, new Response(child.stdout).text(), {
    timeLimitMs,
    signal,
    tooLong: new AuditError('site', TOO_LONG),
    tooMuch: new AuditError('site', TOO_MUCH),
  })
  return read(printed)
}

const TOO_LONG = 'The page took too long to measure.'
const TOO_MUCH = 'The page needs more memory than we can give it, so it could not be measured.'

function read(printed: string): Scores {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), AuditResponse), printed)
  if (!parsed.success) throw new AuditError('transient', 'The browser that measures could not be started.')
  if ('scores' in parsed.output) return parsed.output.scores
  const { kind, message } = parsed.output.failure
  throw new AuditError(kind, message)
}
