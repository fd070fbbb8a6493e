import { join } from 'node:path'

import { DomainError, invalidField } from '#api/runtime/errors.ts'
import { fairSemaphore } from '#api/runtime/fair-semaphore.ts'
import { type ProcessLimits, runScript } from '#api/runtime/limited-process.ts'
import { IMPORT_MESSAGES, type ImportReading } from '#shared/posts/imports.ts'
import type { Table, TableResult } from './table.ts'

/** Limits of the process. A plan of 500 posts takes half a second and 90 MB. */
const LIMITS = { memoryKb: 256 * 1024, cpuMs: 6000, wallMs: 60_000, outputBytes: 32 * 1024 * 1024 }
/** Reads one file at a time, so that hostile files take up only one core and one process's memory. */
const inTurn = fairSemaphore(1)
/** Maximum number of a user's files that are being read or waiting. */
const MAX_WAITING = 5
const RETRY_SECONDS = 60
const waiting = new Map<string, number>()

const SCRIPT = join(import.meta.dirname, 'read-table-process.ts')

/**
 * Reads a spreadsheet in a process with limits, because a few kilobytes can unpack to gigabytes, and the api's own process
 * publishes everybody's posts.
 * @param userId the user for whom it is read; users take turns
 * @throws {DomainError} `invalid` if the file can't be read within the limits, `rate_limited` if too many of the user's wait
 */
export async function readFile(
  path: string,
  userId: string,
  reading: ImportReading,
  limits = LIMITS,
): Promise<Table> {
  const before = waiting.get(userId) ?? 0
  if (before >= MAX_WAITING)
    throw new DomainError('rate_limited', IMPORT_MESSAGES.busy, { retryAfterSeconds: RETRY_SECONDS })
  waiting.set(userId, before + 1)
  try {
    return await inTurn(userId, () => readInProcess(path, reading, limits))
  } finally {
    const left = (waiting.get(userId) ?? 1) - 1
    if (left === 0) waiting.delete(userId)
    else waiting.set(userId, left)
  }
}

async function readInProcess(path: string, reading: ImportReading, limits: ProcessLimits): Promise<Table> {
  const run = await runScript(SCRIPT, [path, JSON.stringify(reading)], limits)
  if (run.state !== 'done')
    throw invalidField(
      'file',
      run.state === 'over' ? IMPORT_MESSAGES.tooMuchWork : IMPORT_MESSAGES.unreadable,
    )
  const result = JSON.parse(run.output) as TableResult
  if ('problem' in result) throw invalidField('file', result.problem)
  return result.table
}
