import { HUNG_AFTER_MS } from '#api/test/clock.ts'

/** `parallel`: number of processes. It exceeds the usual number of cores, because tests spend part of their time waiting. */
export const SUITES = {
  tests: { parallel: 5, paths: ['api', 'commands', 'sandbox', 'shared', 'site'] },
  journeys: { parallel: 5, paths: ['e2e'] },
}
export type Suite = keyof typeof SUITES

/**
 * Returns the `bun test` command of a suite. Files of a process share its modules (docs/decisions/090).
 * @param args paths, which replace the suite's own, and options. `--measure` records each file's duration: later runs start
 * with the slowest files, so their processes end together
 */
export function commandOf(suite: Suite, args: string[] = []): string[] {
  const { parallel, paths } = SUITES[suite]
  const options = args.filter(arg => arg !== '--measure')
  return [
    process.execPath,
    'test',
    `--parallel=${parallel}`,
    '--no-isolate',
    `--timeout=${HUNG_AFTER_MS}`,
    `--timings=commands/verify/durations-of-${suite}.json`,
    ...(args.includes('--measure') ? ['--update-timings'] : []),
    ...(options.some(arg => !arg.startsWith('-')) ? [] : paths),
    ...options,
  ]
}

/** Keeps freed memory: returning it to the system takes half of the tests' system time. */
export const SUITE_ENV = { MIMALLOC_PURGE_DELAY: '-1' }
