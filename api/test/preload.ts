import { plugin } from 'bun'
import { afterAll, jest, mock, setDefaultTimeout, setSystemTime } from 'bun:test'
import { resolve } from 'node:path'

import { endAll } from './at-end.ts'
import { HUNG_AFTER_MS } from './clock.ts'
import { rememberGlobals } from './globals.ts'
import { compareDates } from './match-dates.ts'

process.env.TZ = 'UTC'
compareDates()
// Hooks have the limit of --timeout instead. Mutations can make tests hang, so their runs set a shorter limit.
setDefaultTimeout(Number(process.env.TEST_LIMIT_MS ?? HUNG_AFTER_MS))

const SITE = resolve(import.meta.dir, '../../site')
const restoreGlobals = rememberGlobals()

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
      return { contents: await Bun.file(path).text(), loader: path.endsWith('x') ? 'tsx' : 'ts' }
    })
  },
})

afterAll(resetFile)
