import { buildSite } from './setup/build-site.ts'
import { installPackages } from './setup/install.ts'
import { ensureBrowser } from './verify/browser.ts'
import { lintAndTypes, pageChecks, pageTypes, quickChecks } from './verify/checks.ts'
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

/** More than a machine has cores: much of what they do is wait. */
const AT_ONCE = '--parallel=3'
/** `--measure` writes down how long each file of tests takes: the next runs begin with the slowest, and end together. */
const durations = (suite: string) => [
  `--timings=commands/verify/durations-of-${suite}.json`,
  ...(process.argv.includes('--measure') ? ['--update-timings'] : []),
]
/** Loading the api anew for each file takes longer than most tests: files of a worker share their modules. */
const SHARED_MODULES = '--no-isolate'
/** Ends what hangs, and nothing that is only slow beside five others. */
const TIMEOUT = '--timeout=180000'

const outcomes: Outcome[] = []
for (const steps of [
  [install],
  [browser],
  [...quickChecks, build],
  [lintAndTypes, pageTypes, ...pageChecks],
  // Journeys wait for browsers and clocks most of the time: the tests use it.
  [
    tests(
      'tests',
      [AT_ONCE, SHARED_MODULES, TIMEOUT, ...durations('tests')],
      ['api', 'commands', 'sandbox', 'shared', 'site'],
    ),
    tests('journeys', [AT_ONCE, TIMEOUT, ...durations('journeys')], ['e2e']),
  ],
]) {
  outcomes.push(...(await performInParallel(steps)))
  if (steps.includes(install) && outcomes.some(({ failed }) => failed > 0)) break
}
conclude(outcomes)
