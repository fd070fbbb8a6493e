import { delimiter, dirname } from 'node:path'

const WANTED_BUN = '1.4.5'

/**
 * Installs the packages of the lockfile. Imports built-ins only: it runs before there are packages.
 * Bun may have come by npx, so its folder is put on PATH for what calls `bun` by name.
 */
export async function installPackages() {
  if (!process.versions.bun) throw new Error(`Run this with Bun: npx -y bun@${WANTED_BUN} run up`)
  if (Bun.semver.order(Bun.version, WANTED_BUN) < 0) {
    throw new Error(`This is Bun ${Bun.version}; ${WANTED_BUN} is needed: npx -y bun@${WANTED_BUN} run up`)
  }
  process.env.PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)

  const install = Bun.spawn([process.execPath, 'install', '--frozen-lockfile'], {
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err, code] = await Promise.all([
    new Response(install.stdout).text(),
    new Response(install.stderr).text(),
    install.exited,
  ])
  if (code !== 0) throw new Error(`The packages could not be installed:\n${out}${err}`)
}
