import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { run } from '../../commands/processes/run.ts'
import { installPackages } from '../../commands/setup/install.ts'

/** Requirements of a server on this machine. */
type Server = {
  what: string
  /** Test files in the server's folder of e2e/. */
  files: string[]
  /** Checks that the machine can run it, before its packages are installed. */
  require(): Promise<void>
  afterInstall?(folder: string): Promise<void>
}

const bluesky: Server = {
  what: 'its contract, 500 cut and 200 killed deliveries, OAuth',
  files: ['real-server.ts', 'oauth.ts'],
  async require() {
    const node = Bun.which('node') ?? skip('it needs Node 20 or newer, on which Bluesky’s server runs.')
    const { out: version } = await run([node, '--version'], process.env)
    if (Number(/^v(\d+)/.exec(version)?.[1] ?? 0) < 20)
      skip(`it needs Node 20 or newer, and this is ${version.trim()}.`)
    // The database is compiled with Node's headers, which a package of Node brings beside it, and otherwise a download.
    const prefix = dirname(dirname(realpathSync(node)))
    if (existsSync(join(prefix, 'include/node/node.h'))) process.env.npm_config_nodedir = prefix
  },
  /** Compiles the server's database for this machine's Node, where the installation hasn't. */
  async afterInstall(folder) {
    const database = join(folder, 'node_modules/better-sqlite3')
    if (existsSync(join(database, 'build/Release/better_sqlite3.node'))) return
    const gyp = join(folder, 'node_modules/node-gyp/bin/node-gyp.js')
    const { code, err } = await run(['node', gyp, 'rebuild', '--release'], process.env, database)
    const why = 'its database can’t be compiled here (it needs a C++ compiler and Node’s headers).'
    if (code !== 0) skip(`${why}\n${err.slice(-1000)}`)
  },
}

const wordpress: Server = {
  what: 'its contract and schema, 200 cut and 60 killed articles. SEED=… chooses the moments of the cuts',
  files: ['real-server.ts'],
  async require() {
    const debian = 'on Debian: apt-get install php-cli php-sqlite3.'
    const php = Bun.which('php') ?? skip(`it needs PHP 8 with SQLite, ${debian}`)
    const { out: modules } = await run([php, '-m'], process.env)
    for (const module of ['pdo_sqlite', 'Phar', 'zlib'])
      if (!modules.split('\n').includes(module)) skip(`it needs PHP’s module ${module}, ${debian}`)
  },
}

const servers: Record<string, Server> = { bluesky, wordpress }
const [name = '', ...options] = process.argv.slice(2)
const server = servers[name]
if (!server || options.some(option => option !== '--short')) {
  for (const [name, { what }] of Object.entries(servers))
    console.log(`bun run test:${name} [--short]   everything, or a few of each, on a real server: ${what}`)
  process.exit(options.includes('--help') ? 0 : 1)
}

/** Says why this machine can't run the server, which isn't a failure. */
function skip(why: string): never {
  console.log(`test:${name} was skipped: ${why}`)
  process.exit(0)
}

const root = join(import.meta.dirname, '..', name)
const packages = join(root, 'server')
await server.require()
console.log('Installing the server, which takes up to two minutes…')
await installPackages(packages).catch((error: Error) => skip(error.message.slice(0, 1000)))
await server.afterInstall?.(packages)

const files = server.files.map(file => join(root, file))
const tests = Bun.spawn([process.execPath, 'test', '--timeout=7200000', ...files], {
  env: { ...process.env, SHORT: options.includes('--short') ? '1' : '' },
  stdio: ['inherit', 'inherit', 'inherit'],
})
process.exit(await tests.exited)
