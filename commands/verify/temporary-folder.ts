import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const REMOVAL_MS = 10_000
const RETRY_MS = 50

/**
 * Runs `work` with a new folder, and removes the folder afterwards. Tests use it as TMPDIR, because `bun test` kills its
 * processes, and their browsers leave their profiles behind.
 */
export async function withTemporaryFolder<Result>(
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'currawong-tests-'))
  try {
    return await work(folder)
  } finally {
    await remove(folder)
  }
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
