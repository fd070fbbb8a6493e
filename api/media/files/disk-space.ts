import { mkdir, statfs } from 'node:fs/promises'

import type { Config } from '#api/config.ts'
import { DomainError } from '#api/errors.ts'
import { MEDIA_MESSAGES } from '#shared/media/media.ts'

/** Left to the database, which shares the disk unless it is a server's: without room it can write nothing for anybody. */
const KEPT_FREE_BYTES = 512 * 1024 * 1024
/** As it comes, and as it is kept: one is there until the other is. */
const TIMES_ON_DISK = 2

let arriving = 0

/**
 * Sets room aside for an upload of as many bytes. Returns how to give it back.
 * @throws DomainError `upstream` where the disk would run full
 */
export async function reserveDiskSpace(
  { dataDir }: Pick<Config, 'dataDir'>,
  bytes: number,
  freeBytes: (folder: string) => Promise<number> = freeBytesOf,
): Promise<() => void> {
  const wanted = bytes * TIMES_ON_DISK
  arriving += wanted
  let isTaken = true
  const giveBack = () => {
    if (isTaken) arriving -= wanted
    isTaken = false
  }
  const left = (await freeBytes(dataDir)) - arriving
  if (left >= KEPT_FREE_BYTES) return giveBack
  giveBack()
  throw new DomainError('upstream', MEDIA_MESSAGES.noRoom)
}

async function freeBytesOf(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true })
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
