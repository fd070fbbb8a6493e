import { plugin } from 'bun'
import { afterAll, jest, mock, setDefaultTimeout, setSystemTime } from 'bun:test'
import { configureGlobal } from 'fast-check'
import { resolve } from 'node:path'

import { endAll } from './at-end.ts'
import { HUNG_AFTER_MS } from './clock.ts'
import { rememberGlobals } from './globals.ts'
import { compareDates } from './match-dates.ts'

process.env.TZ = 'UTC'
compareDates()
// Generates the same cases in each run. `bun run test:faults --seed` chooses others.
configureGlobal({ seed: Number(process.env.FAULTS_SEED || 1) })
// Hooks have the limit of --timeout instead. Mutations can make tests hang, so their runs set a shorter limit.
setDefaultTimeout(Number(process.env.TEST_LIMIT_MS ?? HUNG_AFTER_MS))

const ROOT = resolve(import.meta.dir, '../..')
const SITE = resolve(ROOT, 'site')
const restoreGlobals = rememberGlobals()

/** Returns pseudo-random numbers from 0 to 1, the same ones in each run. */
function repeatable(seed: string): () => number {
  let state = Bun.hash.xxHash32(seed)
  return () => (state = Bun.hash.xxHash32(String(state))) / 2 ** 32
}

/** Closes the resources of a test file, and clears the site's modules, because their stores are global. */
async function resetFile() {
  await endAll()
  mock.restore()
  jest.useRealTimers()
  setSystemTime()
  restoreGlobals()
  for (const path of Object.keys(require.cache)) if (path.startsWith(`${SITE}/`)) delete require.cache[path]
}

/** Runs before each test file, because files share processes: docs/decisions/090. */
void plugin({
  name: 'test files',
  setup: build => {
    build.onLoad({ filter: /\.test\.tsx?$/ }, async ({ path }) => {
      await resetFile()
      // Gives retries the same jitter in each run.
      Math.random = repeatable(path.slice(ROOT.length))
      return { contents: await Bun.file(path).text(), loader: path.endsWith('x') ? 'tsx' : 'ts' }
    })
  },
})

afterAll(resetFile)
