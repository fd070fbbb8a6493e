import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Linux's file system in memory. Tests use 0.6 GB of it, and save a third of their system time. */
const IN_MEMORY = '/dev/shm'
const ENOUGH_BYTES = 8 * 2 ** 30

const REMOVAL_MS = 10_000
const RETRY_MS = 50

/**
 * Runs `work` with a new folder, and removes the folder afterwards. Tests use it as TMPDIR, because `bun test` kills its
 * processes, and their browsers leave their profiles behind.
 */
export async function withTemporaryFolder<Result>(
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(hasRoomInMemory() ? IN_MEMORY : tmpdir(), 'currawong-tests-'))
  try {
    return await work(folder)
  } finally {
    await remove(folder)
  }
}

function hasRoomInMemory(): boolean {
  if (!existsSync(IN_MEMORY)) return false
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  return bavail * bsize >= ENOUGH_BYTES
}

/** Removes a folder. Retries, because the browser of a killed test process may still write its profile there. */
async function remove(folder: string) {
  const giveUpAt = performance.now() + REMOVAL_MS
  for (;;) {
    rmSync(folder, { recursive: true, force: true })
    if (!existsSync(folder) || performance.now() > giveUpAt) return
    await Bun.sleep(RETRY_MS)
  }
}
