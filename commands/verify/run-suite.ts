import { commandOf, SUITE_ENV, type Suite } from './suites.ts'
import { withTemporaryFolder } from './temporary-folder.ts'

/** Runs a suite in the terminal with the arguments of this process, and returns its exit code. */
export const runSuite = (suite: Suite): Promise<number> =>
  withTemporaryFolder(async TMPDIR => {
    const running = Bun.spawn(commandOf(suite, process.argv.slice(2)), {
      env: { ...process.env, ...SUITE_ENV, TMPDIR },
      stdio: ['inherit', 'inherit', 'inherit'],
    })
    // The terminal sends Ctrl-C to the tests, too, and this process must outlive them to remove the folder.
    process.on('SIGINT', () => {})
    process.on('SIGTERM', () => running.kill('SIGTERM'))
    return await running.exited
  })
