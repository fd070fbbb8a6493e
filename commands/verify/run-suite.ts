import { commandOf, SUITE_ENV, type Suite } from './suites.ts'
import { withTemporaryFolder } from './temporary-folder.ts'

/** Runs a suite in the terminal with the arguments of this process, and returns its exit code. */
export const runSuite = (suite: Suite): Promise<number> =>
  withTemporaryFolder(async TMPDIR => {
    const running = Bun.spawn(commandOf(suite, process.argv.slice(2)), {
      env: { ...process.env, ...SUITE_ENV, TMPDIR },
      stdio: ['inherit', 'inherit', 'inherit'],
    })
    // Waits for the tests, so that the folder is removed. Ctrl-C ends them as well, because they share the terminal.
    process.on('SIGINT', () => {})
    process.on('SIGTERM', () => running.kill('SIGTERM'))
    return await running.exited
  })
