import { HUNG_AFTER_MS } from '#api/test/clock.ts'
import { buildSite } from './setup/build-site.ts'
import { withTemporaryFolder } from './verify/temporary-folder.ts'

const args = process.argv.slice(2)
const paths = args.some(arg => arg.includes('e2e/')) ? [] : ['e2e']

await buildSite()
process.exitCode = await withTemporaryFolder(async TMPDIR => {
  const journeys = Bun.spawn(
    [process.execPath, 'test', '--parallel', '--no-isolate', `--timeout=${HUNG_AFTER_MS}`, ...paths, ...args],
    { env: { ...process.env, MIMALLOC_PURGE_DELAY: '-1', TMPDIR }, stdio: ['inherit', 'inherit', 'inherit'] },
  )
  // Waits for the journeys, so that the folder is removed. Ctrl-C ends them as well, because they share the terminal.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => journeys.kill('SIGTERM'))
  return await journeys.exited
})
