import { HUNG_AFTER_MS } from '#api/test/clock.ts'
import { buildSite } from './setup/build-site.ts'
import { installPackages } from './setup/install.ts'
import { ensureBrowser } from './verify/browser.ts'
import { builtPageTypes, lintAndTypes, pageChecks, quickChecks } from './verify/checks.ts'
import { conclude, performInParallel, type Outcome, type Step } from './verify/step.ts'
import { tests } from './verify/tests.ts'

const done = { passed: 1, failed: 0, output: '' }

const install: Step = { name: 'install', run: () => installPackages().then(() => done) }
const browser: Step = {
  name: 'browser',
  async run() {
    process.env.CHROME_PATH = await ensureBrowser()
    return done
  },
}
const build: Step = { name: 'site build', run: () => buildSite().then(() => done) }

/** Exceed the number of cores, because test files wait for two fifths of their time, and journeys for more. */
const PARALLEL_TESTS = '--parallel=4'
const PARALLEL_JOURNEYS = '--parallel=5'
/** Files of a process share its modules (docs/decisions/090). */
const SHARED = '--no-isolate'
/** `--measure` records each file's duration. Later runs start with the slowest files and so end together. */
const durations = (suite: string) => [
  `--timings=commands/verify/durations-of-${suite}.json`,
  ...(process.argv.includes('--measure') ? ['--update-timings'] : []),
]
const TIMEOUT = `--timeout=${HUNG_AFTER_MS}`

// Returning unused memory to the system at once, and getting it back, takes half of the system time of tests.
process.env.MIMALLOC_PURGE_DELAY = '-1'

const outcomes: Outcome[] = []
for (const steps of [
  [install],
  [...quickChecks, build, browser],
  [lintAndTypes, builtPageTypes, ...pageChecks],
  [
    tests(
      'tests',
      [PARALLEL_TESTS, SHARED, TIMEOUT, ...durations('tests')],
      ['api', 'commands', 'sandbox', 'shared', 'site'],
    ),
  ],
  // Beside the tests, journeys take a tenth more processor time in all.
  [tests('journeys', [PARALLEL_JOURNEYS, SHARED, TIMEOUT, ...durations('journeys')], ['e2e'])],
]) {
  outcomes.push(...(await performInParallel(steps)))
  if (steps.includes(install) && outcomes.some(({ failed }) => failed > 0)) break
}
conclude(outcomes)
