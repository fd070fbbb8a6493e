import { delimiter, dirname } from 'node:path'

import { run } from '../processes/run.ts'

const WANTED_BUN = '1.4.5'

/**
 * Installs the packages of a folder’s lockfile. Imports built-ins only, because it runs before any package is installed.
 * Adds Bun’s folder to PATH, because npx may have downloaded Bun and child processes call it by name.
 */
export async function installPackages(folder = '.') {
  if (!process.versions.bun) throw new Error(`Run this with Bun: npx -y bun@${WANTED_BUN} run up`)
  if (Bun.semver.order(Bun.version, WANTED_BUN) < 0) {
    throw new Error(`This is Bun ${Bun.version}; ${WANTED_BUN} is needed: npx -y bun@${WANTED_BUN} run up`)
  }
  process.env.PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)

  const { code, out, err } = await run(
    [process.execPath, 'install', '--frozen-lockfile'],
    process.env,
    folder,
  )
  if (code !== 0) throw new Error(`The packages could not be installed:\n${out}${err}`)
}
