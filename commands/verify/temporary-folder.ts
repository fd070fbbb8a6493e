import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const REMOVAL_MS = 10_000
const RETRY_MS = 50

/**
 * Runs `work` with a new folder and removes it afterwards. Processes of tests get it as TMPDIR, because `bun test` ends its
 * processes without notice, and a browser then leaves its profile.
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

/** Removes a folder, again while a browser that has lost its tests still writes its profile there. */
async function remove(folder: string) {
  const giveUpAt = performance.now() + REMOVAL_MS
  for (;;) {
    rmSync(folder, { recursive: true, force: true })
    if (!existsSync(folder) || performance.now() > giveUpAt) return
    await Bun.sleep(RETRY_MS)
  }
}
