import { join } from 'node:path'

import { run } from '../../commands/processes/run.ts'
import { installPackages } from '../../commands/setup/install.ts'

const SERVER = join(import.meta.dirname, 'server')
const HELP = `bun run test:wordpress           everything on a real WordPress: its contract and schema, 200 cut and 60 killed articles
bun run test:wordpress --short   its contract and schema, and a few of them
SEED=… chooses the moments of the cuts`

const arguments_ = process.argv.slice(2)
if (arguments_.some(argument => argument !== '--short')) {
  console.log(HELP)
  process.exit(arguments_.includes('--help') ? 0 : 1)
}

/** Says why this machine can't run WordPress, which isn't a failure. */
function skip(why: string): never {
  console.log(`test:wordpress was skipped: ${why}`)
  process.exit(0)
}

const php =
  Bun.which('php') ?? skip('it needs PHP 8 with SQLite, on Debian: apt-get install php-cli php-sqlite3.')
const { out: modules } = await run([php, '-m'], process.env)
for (const module of ['pdo_sqlite', 'Phar', 'zlib'])
  if (!modules.split('\n').includes(module))
    skip(`it needs PHP’s module ${module}, on Debian: apt-get install php-cli php-sqlite3.`)

console.log('Installing WordPress…')
await installPackages(SERVER).catch((error: Error) => skip(error.message.slice(0, 1000)))

const tests = Bun.spawn([process.execPath, 'test', '--timeout=3600000', './e2e/wordpress/real-server.ts'], {
  env: { ...process.env, WORDPRESS_SHORT: arguments_.includes('--short') ? '1' : '' },
  stdio: ['inherit', 'inherit', 'inherit'],
})
process.exit(await tests.exited)
