import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

import type { Scores } from '#shared/scores.ts'
import { checkAddress } from './address-guard.ts'
import { AuditError, type Auditor, type AuditRequest } from './audit.ts'
import { AuditResponse, type AuditOrder } from './lighthouse-order.ts'
import { killTree, treeResidentKb } from './process-tree.ts'

const TIME_LIMIT_MS = 90_000
/** Three times the memory of an ordinary page. */
const MEMORY_LIMIT_KB = 2 * 1024 ** 2
const MEMORY_CHECK_MS = 500

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
    atOnce: 1,
    check,
    async audit(request) {
      await check(request)
      const { url, trusted = false, signal } = request
      const folders = join(dataDir, 'audits')
      mkdirSync(folders, { recursive: true })
      removeOldProfiles(folders)
      const folder = mkdtempSync(join(folders, 'browser-'))
      try {
        return await auditInProcess(
          { url, chromePath, folder, allowPrivate: allowPrivate || trusted },
          { signal, timeLimitMs },
        )
      } finally {
        rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
      }
    },
  }
}

async function auditInProcess(
  order: AuditOrder,
  { signal, timeLimitMs }: Pick<AuditRequest, 'signal'> & { timeLimitMs: number },
): Promise<Scores> {
  const script = join(import.meta.dirname, 'lighthouse-process.ts')
  // Gets none of the api's settings, and ends with all its children when the api does.
  const child = Bun.spawn([process.execPath, '--no-orphans', script, JSON.stringify(order)], {
    env: { PATH: process.env.PATH, HOME: order.folder, TMPDIR: order.folder },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
  })
  let ended: AuditError | undefined
  const end = (error: AuditError) => {
    ended ??= error
    killTree(child.pid)
  }
  const timer = setTimeout(() => end(new AuditError('site', TOO_LONG)), timeLimitMs)
  const memoryCheck = setInterval(
    () => treeResidentKb(child.pid) > MEMORY_LIMIT_KB && end(new AuditError('site', TOO_MUCH)),
    MEMORY_CHECK_MS,
  )
  const stop = () => end(new AuditError('transient', 'Measuring was interrupted.'))
  signal?.addEventListener('abort', stop, { once: true })
  try {
    const printed = await new Response(child.stdout).text()
    await child.exited
    if (ended) throw ended
    return read(printed)
  } finally {
    clearTimeout(timer)
    clearInterval(memoryCheck)
    signal?.removeEventListener('abort', stop)
  }
}

/** Removes profiles of audits that were killed with their api process. */
function removeOldProfiles(folders: string) {
  const old = Date.now() - 2 * TIME_LIMIT_MS
  for (const name of readdirSync(folders)) {
    const folder = join(folders, name)
    if ((statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? old) < old)
      rmSync(folder, { recursive: true, force: true })
  }
}

const TOO_LONG = 'The page took too long to measure.'
const TOO_MUCH = 'The page needs more memory than we can give it, so it could not be measured.'

function read(printed: string): Scores {
  const answer = v.safeParse(v.pipe(v.string(), v.parseJson(), AuditResponse), printed)
  if (!answer.success) throw new AuditError('transient', 'The browser that measures could not be started.')
  if ('scores' in answer.output) return answer.output.scores
  const { kind, message } = answer.output.failure
  throw new AuditError(kind, message)
}
