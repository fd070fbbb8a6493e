import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { HUNG_AFTER_MS } from '#api/test/clock.ts'
import { type Outcome, runWithOutput, SHORT_LIVED, type Step } from './step.ts'

const SUITES = { tests: ['api', 'commands', 'sandbox', 'shared', 'site'], journeys: ['e2e'] }
/** More processes than the usual number of cores, because tests spend part of their time waiting. */
const PROCESSES = 5
type Suite = keyof typeof SUITES

/**
 * Returns the `bun test` command of a suite. Files of a process share its modules (docs/decisions/090).
 * @param args paths, which replace the suite's own, and options. `--measure` records each file's duration: later runs start
 * with the slowest files, so their processes end together
 */
function commandOf(suite: Suite, args: string[] = []): string[] {
  const options = args.filter(arg => arg !== '--measure')
  return [
    process.execPath,
    'test',
    `--parallel=${PROCESSES}`,
    '--no-isolate',
    `--timeout=${HUNG_AFTER_MS}`,
    `--timings=commands/verify/durations-of-${suite}.json`,
    ...(args.includes('--measure') ? ['--update-timings'] : []),
    ...(options.some(arg => !arg.startsWith('-')) ? [] : SUITES[suite]),
    ...options,
  ]
}

/** Runs a suite in the terminal with the arguments of this process, and returns its exit code. */
export const runSuite = (suite: Suite): Promise<number> =>
  withTemporaryFolder(async TMPDIR => {
    const running = Bun.spawn(commandOf(suite, process.argv.slice(2)), {
      env: { ...process.env, ...SHORT_LIVED, TMPDIR },
      stdio: ['inherit', 'inherit', 'inherit'],
    })
    // The terminal also sends Ctrl-C to the tests. This process must outlive them to remove the folder.
    process.on('SIGINT', () => {})
    process.on('SIGTERM', () => running.kill('SIGTERM'))
    return await running.exited
  })

/**
 * Runs a suite with `bun test`, and removes the temporary files that its processes leave. A failed run without a failed
 * test, for example if a file can't be loaded, counts as one failure.
 */
export const tests = (suite: Suite): Step => ({
  name: suite,
  run: () =>
    withTemporaryFolder(async folder => {
      const report = join(folder, 'junit.xml')
      const reporting = ['--only-failures', '--reporter=junit', `--reporter-outfile=${report}`]
      const measuring = process.argv.filter(arg => arg === '--measure')
      const { code, output } = await runWithOutput(commandOf(suite, [...reporting, ...measuring]), {
        TMPDIR: folder,
      })
      const file = Bun.file(report)
      const counted = countTests((await file.exists()) ? await file.text() : '')
      return { ...counted, failed: code === 0 ? counted.failed : Math.max(1, counted.failed), output }
    }),
})

/** Reads the totals from a JUnit report's root element. */
export function countTests(report: string): Pick<Outcome, 'passed' | 'failed'> & { skipped: number } {
  const outermost = /<testsuites\b[^>]*>/.exec(report)?.[0] ?? ''
  const sum = (name: string) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(outermost)?.[1] ?? 0)
  const [failed, skipped] = [sum('failures') + sum('errors'), sum('skipped')]
  return { passed: sum('tests') - failed - skipped, failed, skipped }
}

/** Linux's in-memory file system. Tests use 0.6 GB of it, which saves a third of their system time. */
const IN_MEMORY = '/dev/shm'
const ENOUGH_BYTES = 8 * 2 ** 30

const REMOVAL_MS = 10_000
const RETRY_MS = 50

/**
 * Runs `work` with a new folder, and removes the folder afterwards. Tests use it as TMPDIR, because `bun test` kills its
 * processes, and their browsers leave their profiles behind.
 */
async function withTemporaryFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(hasSpaceInMemory() ? IN_MEMORY : tmpdir(), 'currawong-tests-'))
  try {
    return await work(folder)
  } finally {
    await remove(folder)
  }
}

function hasSpaceInMemory(): boolean {
  if (!existsSync(IN_MEMORY)) return false
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  return bavail * bsize >= ENOUGH_BYTES
}

/** Removes a folder. Retries, because the browser of a killed test process may still write its profile there. */
async function remove(folder: string) {
  const giveUpAt = performance.now() + REMOVAL_MS
  for (;;) {
    rmSync(folder, { recursive: true, force: true })
    if (!existsSync(folder) || performance.now() > giveUpAt) return
    await Bun.sleep(RETRY_MS)
  }
}
