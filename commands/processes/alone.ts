import { Database } from 'bun:sqlite'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

const RETRY_MS = 200

/**
 * Runs an action while no other process runs one with the same lock file. The lock is SQLite's, so it ends with its process,
 * however that ends.
 */
export async function alone<Result>(lock: string, action: () => Promise<Result>): Promise<Result> {
  mkdirSync(dirname(lock), { recursive: true })
  const file = new Database(lock)
  try {
    while (!isTaken(file)) await Bun.sleep(RETRY_MS)
    return await action()
  } finally {
    file.close()
  }
}

function isTaken(file: Database): boolean {
  try {
    file.run('BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith('SQLITE_BUSY')) return false
    throw error
  }
}
