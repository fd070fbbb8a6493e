import { Glob } from 'bun'
import { Database } from 'bun:sqlite'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

import { run } from '../processes/run.ts'

const SOURCES = ['site/**', 'shared/**', 'astro.config.mjs', 'package.json', 'bun.lock', 'tsconfig.json']
const SETTINGS = ['PUBLIC_API_URL', 'PUBLIC_MEDIA_ORIGINS', 'SITE_URL', 'PUBLIC_URL']
const BUILT_FOR = 'dist/_built-for.json'
const RECORD = '.astro/built-from'
const LOCK = '.astro/build.lock'

/**
 * Builds the site unless dist is up to date: for the URLs in SITE_URL and PUBLIC_URL, or without them for local use with
 * the sandbox. A build for a public URL contains nothing local. Waits for another process that builds in this folder.
 */
export const buildSite = (): Promise<'built' | 'unchanged'> => withLock(LOCK, build)

async function build(): Promise<'built' | 'unchanged'> {
  const hash = await hashInputs()
  const loopback = !process.env.SITE_URL && !process.env.PUBLIC_URL
  if ((await isBuiltFor(loopback)) && existsSync(RECORD) && readFileSync(RECORD, 'utf8') === hash)
    return 'unchanged'

  const env = {
    ...process.env,
    ASTRO_TELEMETRY_DISABLED: '1',
    NODE_ENV: 'production',
    SITE_ON_LOOPBACK: loopback ? '1' : '',
  }
  const { code, out, err } = await run([process.execPath, '--bun', 'astro', 'build'], env)
  if (code !== 0) throw new Error(`The site could not be built:\n${out}${err}`)
  mkdirSync(dirname(RECORD), { recursive: true })
  writeFileSync(RECORD, hash)
  return 'built'
}

/** Returns false after a build by another command with other settings. */
async function isBuiltFor(loopback: boolean): Promise<boolean> {
  const built = (await Bun.file(BUILT_FOR)
    .json()
    .catch(() => undefined)) as { loopback?: unknown } | undefined
  return built?.loopback === loopback
}

/** Hashes the settings, and the names and contents of the sources without tests. */
async function hashInputs(): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256')
  for (const name of SETTINGS) hash.update(`${name}=${process.env[name] ?? ''}\0`)
  const paths = SOURCES.flatMap(pattern => [...new Glob(pattern).scanSync('.')])
  for (const path of paths.toSorted())
    if (!/\.test\.tsx?$/.test(path)) hash.update(`${path}\0`).update(await Bun.file(path).bytes())
  return hash.digest('hex')
}

const RETRY_MS = 200

/**
 * Runs an action while no other process holds the lock. SQLite releases the lock when its process ends, even by a crash.
 */
async function withLock<Result>(lock: string, action: () => Promise<Result>): Promise<Result> {
  mkdirSync(dirname(lock), { recursive: true })
  const file = new Database(lock)
  try {
    while (!tryLock(file)) await Bun.sleep(RETRY_MS)
    return await action()
  } finally {
    file.close()
  }
}

function tryLock(file: Database): boolean {
  try {
    file.run('BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith('SQLITE_BUSY')) return false
    throw error
  }
}
