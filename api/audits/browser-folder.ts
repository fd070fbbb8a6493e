import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { fairSemaphore } from '#api/runtime/fair-semaphore.ts'

/** Age from which no browser uses a profile: twice the maximum duration of a run. */
const OLD_MS = 180_000

/** Chromium opens a Unix socket in a folder of TMPDIR, and Linux allows 108 bytes for its path. */
const MAX_TMPDIR_BYTES = 50

/** Allows one browser at a time, because a second one would distort the first one's measurements. */
const inTurn = fairSemaphore(1)

/** Waits until no other browser is running, then calls `work` with an empty profile folder. */
export const withBrowserFolder = <Result>(
  dataDir: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> =>
  inTurn('browser', async () => {
    const folders = join(dataDir, 'audits')
    await mkdir(folders, { recursive: true })
    await removeOldProfiles(folders)
    const folder = await mkdtemp(join(folders, 'browser-'))
    try {
      return await work(folder)
    } finally {
      // Asynchronous, because a profile has so many files that `rmSync` would block publishing.
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    }
  })

/** Returns the environment variables of a browser that works in this folder, without the api's secrets. */
export const browserEnvironment = (folder: string) => ({
  PATH: process.env.PATH,
  HOME: folder,
  TMPDIR: Buffer.byteLength(folder) > MAX_TMPDIR_BYTES ? tmpdir() : folder,
})

/** Removes profiles of browsers that were killed with their api process. */
async function removeOldProfiles(folders: string): Promise<void> {
  const old = Date.now() - OLD_MS
  for (const name of await readdir(folders)) {
    const folder = join(folders, name)
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: old }))
    if (mtimeMs < old) await rm(folder, { recursive: true, force: true })
  }
}
