import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { fairSemaphore } from '#api/runtime/fair-semaphore.ts'

/** Twice the time that a browser may take. */
const OLD_MS = 180_000

/** One browser at a time, because a second would distort the times that the first measures. */
const inTurn = fairSemaphore(1)

/** Runs `work` with an empty folder for a browser's profile, once no other browser runs. */
export const withBrowserFolder = <Result>(
  dataDir: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> =>
  inTurn('browser', async () => {
    const folders = join(dataDir, 'audits')
    mkdirSync(folders, { recursive: true })
    removeOldProfiles(folders)
    const folder = mkdtempSync(join(folders, 'browser-'))
    try {
      return await work(folder)
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    }
  })

/** Removes profiles of browsers that were killed with their api process. */
function removeOldProfiles(folders: string) {
  const old = Date.now() - OLD_MS
  for (const name of readdirSync(folders)) {
    const folder = join(folders, name)
    if ((statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? old) < old)
      rmSync(folder, { recursive: true, force: true })
  }
}
