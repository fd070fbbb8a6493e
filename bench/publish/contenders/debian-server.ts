import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

import { freePort } from '../../../e2e/free-port.ts'

type ServerOptions = {
  /** Names the contender that is skipped when the server is missing. */
  name: string
  /** The Debian package. */
  debianPackage: string
  program: string
  /** Searched in addition to PATH. */
  folders: string[]
  /** Set for a server that refuses to run as root. */
  user?: string
  prepare?: (folder: string) => string[]
  args: (folder: string, port: number) => string[]
}

const START_MS = 15_000

/**
 * Starts a server on a free port with a data folder of its own. Returns undefined, with a message, if it isn't
 * installed.
 */
export async function startDebianServer({
  name,
  debianPackage,
  program,
  folders,
  user,
  prepare,
  args,
}: ServerOptions) {
  const PATH = [process.env.PATH, ...folders].join(delimiter)
  const found = Bun.which(program, { PATH })
  if (!found) {
    console.log(`Skipping ${name}: ${program} is not installed (apt-get install ${debianPackage})`)
    return undefined
  }
  const folder = mkdtempSync(join(tmpdir(), `currawong-${program}-`))
  const asUser =
    user && process.getuid?.() === 0
      ? ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups']
      : []
  if (asUser.length > 0) chownSync(folder, await idOf('-u', user!), await idOf('-g', user!))
  const options = { cwd: folder, stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' } as const

  if (prepare) {
    const [tool = '', ...rest] = prepare(folder)
    const prepared = Bun.spawn([...asUser, Bun.which(tool, { PATH }) ?? tool, ...rest], options)
    if ((await prepared.exited) !== 0)
      throw new Error(`${tool}: ${await new Response(prepared.stderr).text()}`)
  }
  const port = await freePort()
  const server = Bun.spawn([...asUser, found, ...args(folder, port)], { ...options, stderr: 'ignore' })
  const stop = async () => {
    server.kill('SIGINT')
    await server.exited
    rmSync(folder, { recursive: true, force: true })
  }
  const deadline = Date.now() + START_MS
  while (!(await isListening(port))) {
    if (server.exitCode === null && Date.now() < deadline) await Bun.sleep(50)
    else {
      await stop()
      throw new Error(`${program} did not start.`)
    }
  }
  return { port, stop }
}

const idOf = async (which: '-u' | '-g', user: string) =>
  Number(await new Response(Bun.spawn(['id', which, user]).stdout).text())

const isListening = (port: number) =>
  new Promise<boolean>(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => (socket.destroy(), resolve(true)))
    socket.once('error', () => resolve(false))
  })
