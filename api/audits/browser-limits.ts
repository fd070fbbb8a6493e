import type { Subprocess } from 'bun'
import { readdirSync, readFileSync } from 'node:fs'

import { AuditError } from './audit.ts'

/** Memory limit, three times what an ordinary page takes. */
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

const PAGE_KB = 4

type Process = { pid: number; parent: number; residentKb: number }

/** Returns this machine's processes; empty except on Linux. */
function allProcesses(): Process[] {
  try {
    return readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .flatMap(name => readProcess(Number(name)) ?? [])
  } catch {
    return []
  }
}

/**
 * Reads /proc/PID/stat (proc(5)). After the name in brackets, which may contain anything, follow the state, the parent's id and,
 * as the 22nd field, the resident pages.
 */
function readProcess(pid: number): Process | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { pid, parent: Number(fields[1]), residentKb: Number(fields[21]) * PAGE_KB }
  } catch {
    return undefined
  }
}

function treeOf(root: number): Process[] {
  const processes = allProcesses()
  const tree = processes.filter(({ pid }) => pid === root)
  for (const { pid } of tree) tree.push(...processes.filter(({ parent }) => parent === pid))
  return tree
}

export const treeResidentKb = (root: number): number =>
  treeOf(root).reduce((sum, { residentKb }) => sum + residentKb, 0)

function killTree(root: number): void {
  for (const { pid } of treeOf(root)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has already exited.
    }
  }
}
