import type { Subprocess } from 'bun'

import { AuditError } from './audit.ts'
import { killTree, treeResidentKb } from './process-tree.ts'

/** Three times the memory of an ordinary page. */
const MEMORY_LIMIT_KB = 2 * 1024 ** 2
const MEMORY_CHECK_MS = 500

type Limits = {
  timeLimitMs: number
  signal?: AbortSignal | undefined
  tooLong: AuditError
  tooMuch: AuditError
}

/**
 * Waits for a process that runs a browser. Kills it and its children if it exceeds its time limit or 2 GB of memory.
 * @param work resolves with the result of the process
 * @throws {AuditError} if it was killed
 */
export async function withinLimits<Result>(
  child: Pick<Subprocess, 'pid' | 'exited'>,
  work: Promise<Result>,
  { timeLimitMs, signal, tooLong, tooMuch }: Limits,
): Promise<Result> {
  let ended: AuditError | undefined
  const end = (error: AuditError) => {
    ended ??= error
    killTree(child.pid)
  }
  const timer = setTimeout(() => end(tooLong), timeLimitMs)
  const memoryCheck = setInterval(
    () => treeResidentKb(child.pid) > MEMORY_LIMIT_KB && end(tooMuch),
    MEMORY_CHECK_MS,
  )
  const stop = () => end(new AuditError('transient', 'Measuring was interrupted.'))
  signal?.addEventListener('abort', stop, { once: true })
  try {
    const result = await work
    await child.exited
    if (ended) throw ended
    return result
  } finally {
    clearTimeout(timer)
    clearInterval(memoryCheck)
    signal?.removeEventListener('abort', stop)
  }
}
