import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { run } from '../../commands/processes/run.ts'
import { installPackages } from '../../commands/setup/install.ts'

const SERVER = join(import.meta.dirname, 'server')
const BINARY = join(SERVER, 'node_modules/better-sqlite3/build/Release/better_sqlite3.node')
const FILES = ['./e2e/bluesky/real-server.ts', './e2e/bluesky/oauth.ts']
const HELP = `bun run test:bluesky           everything on Bluesky's own server: its contract, 500 cut and 200 killed deliveries, OAuth
bun run test:bluesky --short   its contract and a few of them`

const arguments_ = process.argv.slice(2)
if (arguments_.some(argument => argument !== '--short')) {
  console.log(HELP)
  process.exit(arguments_.includes('--help') ? 0 : 1)
}

/** Says why this machine can't run the server, which isn't a failure. */
function skip(why: string): never {
  console.log(`test:bluesky was skipped: ${why}`)
  process.exit(0)
}

const node = Bun.which('node') ?? skip('it needs Node 20 or newer, on which Bluesky’s server runs.')
const { out: version } = await run([node, '--version'], process.env)
if (Number(/^v(\d+)/.exec(version)?.[1] ?? 0) < 20)
  skip(`it needs Node 20 or newer, and this is ${version.trim()}.`)

// The database is compiled with Node's headers, which a package of Node brings beside it, and otherwise a download.
const prefix = dirname(dirname(realpathSync(node)))
if (existsSync(join(prefix, 'include/node/node.h'))) process.env.npm_config_nodedir = prefix

console.log('Installing Bluesky’s server, and compiling its database, which takes a minute or two…')
await installPackages(SERVER).catch((error: Error) => skip(error.message.slice(0, 1000)))
if (!existsSync(BINARY)) await compileDatabase()

const tests = Bun.spawn([process.execPath, 'test', '--timeout=1800000', ...FILES], {
  env: { ...process.env, BLUESKY_SHORT: arguments_.includes('--short') ? '1' : '' },
  stdio: ['inherit', 'inherit', 'inherit'],
})
process.exit(await tests.exited)

/** Compiles the server's database for this machine's Node, where the installation hasn't. */
async function compileDatabase() {
  const gyp = join(SERVER, 'node_modules/node-gyp/bin/node-gyp.js')
  const { code, err } = await run(
    [node, gyp, 'rebuild', '--release'],
    process.env,
    join(SERVER, 'node_modules/better-sqlite3'),
  )
  if (code !== 0)
    skip(
      `its database can’t be compiled here (it needs a C++ compiler and Node’s headers).\n${err.slice(-1000)}`,
    )
}
