import { mkdir, statfs } from 'node:fs/promises'

import type { Config } from '#api/config.ts'
import { DomainError } from '#api/errors.ts'
import { MEDIA_MESSAGES } from '#shared/media/media.ts'

/** Reserved for the database, which can't write anything once the disk that it shares is full. */
const MIN_FREE_BYTES = 512 * 1024 * 1024
/** The received and the stored copy exist at the same time. */
const COPIES = 2

/** Bytes reserved for uploads into each data folder. */
const reserved = new Map<string, number>()
const reservedIn = (dataDir: string) => reserved.get(dataDir) ?? 0

/**
 * Reserves disk space for an upload.
 * @returns a function that releases it
 * @throws {DomainError} `upstream` if the disk would run full
 */
export async function reserveDiskSpace(
  { dataDir }: Pick<Config, 'dataDir'>,
  bytes: number,
  freeBytes: (folder: string) => Promise<number> = freeBytesOf,
): Promise<() => void> {
  const wanted = bytes * COPIES
  const reserve = (more: number) => reserved.set(dataDir, reservedIn(dataDir) + more)
  reserve(wanted)
  let isReserved = true
  const release = () => {
    if (isReserved) reserve(-wanted)
    isReserved = false
  }
  const left = (await freeBytes(dataDir)) - reservedIn(dataDir)
  if (left >= MIN_FREE_BYTES) return release
  release()
  throw new DomainError('upstream', MEDIA_MESSAGES.noRoom)
}

async function freeBytesOf(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true })
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
