import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

import type { Config } from '#api/runtime/config.ts'

type Folder = Pick<Config, 'dataDir'>

const MAX_AGE_MS = 24 * 60 * 60 * 1000

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
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Decides by age about files of other machines that share the folder. */
const isOld = async (path: string) =>
  Date.now() - (await stat(path).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs > MAX_AGE_MS
