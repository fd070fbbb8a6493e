import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

import { fileOf } from '#api/db/client.ts'
import type { Config } from '#api/runtime/config.ts'
import type { Finding } from './finding.ts'

const OTHERS = 0o077

/** Finds data, sign-ins and secrets that other users of this machine can read. */
export function checkFiles(
  { dataDir, database }: Pick<Config, 'dataDir' | 'database'>,
  folder: string,
): Finding {
  const file = fileOf(database.url)
  const beside = file && isFolder(dirname(file)) ? readdirSync(dirname(file)) : []
  const paths = [
    dataDir,
    join(dataDir, 'app-secret'),
    ...['.env', '.env.production', '.env.local'].map(name => join(folder, name)),
    // Includes the database, its log, and copies in the same folder.
    ...beside.filter(name => file && name.startsWith(basename(file))).map(name => join(dirname(file!), name)),
  ]
  // A file is safe in a folder that only its owner can enter.
  const isSafe = (path: string) => path !== dataDir && path.startsWith(`${dataDir}/`) && !isOpen(dataDir)
  const open = paths.filter(path => !isSafe(path) && isOpen(path))
  if (open.length === 0) return { state: 'ready', name: 'Files', message: 'only their owner can read them' }
  return {
    state: 'wrong',
    name: 'Files',
    message: `Other users of this machine can read ${open.join(', ')}.`,
    remedy: `chmod go= ${open.join(' ')}`,
  }
}

const isFolder = (path: string) => read(path)?.isDirectory() ?? false

const isOpen = (path: string) => ((read(path)?.mode ?? 0) & OTHERS) !== 0

function read(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    // Its parent isn't a folder.
    return undefined
  }
}
