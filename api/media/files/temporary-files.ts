import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

import { MEDIA_ERRORS } from '#api/media/errors.ts'
import type { Config } from '#api/runtime/config.ts'
import { DomainError, systemCode } from '#api/runtime/errors.ts'
import { STORAGE_MESSAGES } from '#api/storage/storage.ts'
import { DAY_MS } from '#shared/durations.ts'

type Folder = Pick<Config, 'dataDir'>

const MAX_AGE_MS = DAY_MS

const folderOf = ({ dataDir }: Folder) => join(dataDir, 'tmp')

/** Returns an unused path. Its name identifies the process, so that others can detect abandoned files. */
export async function newTemporaryPath(config: Folder): Promise<string> {
  await mkdir(folderOf(config), { recursive: true })
  return join(folderOf(config), `${hostname()}.${process.pid}.${crypto.randomUUID()}`)
}

export async function removeFiles(paths: string[]) {
  await Promise.all(paths.map(path => rm(path, { force: true })))
}

/** Removes files of killed processes. Called when a process starts, before it accepts uploads. */
export async function sweepTemporaryFiles(config: Folder) {
  const names = await readdir(folderOf(config)).catch(() => [])
  for (const name of names) {
    const path = join(folderOf(config), name)
    if (isAbandoned(name) || (await isOld(path))) await rm(path, { force: true, recursive: true })
  }
}

function isAbandoned(name: string): boolean {
  const [, host, pid] = /^(.+)\.(\d+)\.[^.]+$/.exec(name) ?? []
  if (host !== hostname()) return false
  return Number(pid) === process.pid || !isRunning(Number(pid))
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return systemCode(error) === 'EPERM'
  }
}

/** Decides by age about files of other machines, whose processes can't be checked. */
const isOld = async (path: string) =>
  Date.now() - (await stat(path).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs > MAX_AGE_MS

/** Disk space reserved for the database, which can't write once the disk is full. */
const MIN_FREE_BYTES = 512 * 1024 * 1024
/** Number of copies on disk: the received and the stored one exist at the same time. */
const COPIES = 2

/** Share of the remaining space that one person's uploads in flight may reserve. */
const MAX_SHARE = 1 / 4
const RETRY_SECONDS = 5

/** Bytes reserved for uploads into each data folder, by person. */
const reserved = new Map<string, Map<string, number>>()

function reservedIn(dataDir: string): number {
  let bytes = 0
  for (const ofPerson of reserved.get(dataDir)?.values() ?? []) bytes += ofPerson
  return bytes
}

type ReservationOptions = {
  /** Person whose uploads may use only a part of the disk; unset for imports, which have limits of their own. */
  userId?: string
  freeBytes?: (folder: string) => Promise<number>
}

/**
 * Reserves disk space for an upload.
 * @returns a function that releases it
 * @throws {DomainError} `storage_full` if the disk would run full, `rate_limited` if it would leave too little for others
 */
export async function reserveDiskSpace(
  { dataDir }: Pick<Config, 'dataDir'>,
  bytes: number,
  { userId = '', freeBytes = freeBytesOf }: ReservationOptions = {},
): Promise<() => void> {
  const wanted = bytes * COPIES
  const byPerson = reserved.get(dataDir) ?? new Map<string, number>()
  reserved.set(dataDir, byPerson)
  const ofPerson = () => byPerson.get(userId) ?? 0
  const reserve = (more: number) =>
    ofPerson() + more === 0 ? byPerson.delete(userId) : byPerson.set(userId, ofPerson() + more)
  reserve(wanted)
  let isReserved = true
  const release = () => {
    if (isReserved) reserve(-wanted)
    isReserved = false
  }
  const left = (await freeBytes(dataDir)) - reservedIn(dataDir)
  const exceedsShare = userId !== '' && ofPerson() > wanted && ofPerson() > (left + ofPerson()) * MAX_SHARE
  if (left >= MIN_FREE_BYTES && !exceedsShare) return release
  release()
  if (left < MIN_FREE_BYTES) throw new DomainError('storage_full', STORAGE_MESSAGES.full)
  throw new DomainError('rate_limited', MEDIA_ERRORS.uploadsInFlight, {
    retryAfterSeconds: RETRY_SECONDS,
  })
}

async function freeBytesOf(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true })
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
