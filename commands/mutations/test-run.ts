export type TestRun = {
  passed: boolean
  /** The first failed test, or why no test ran. */
  failure: string
  seconds: number
}

/** Long, because a test that is slow on a busy machine must not count as noticing the mutation. */
const TEST_LIMIT_MS = 120_000
const LIMIT_MS = 10 * 60_000

const running = new Set<Bun.Subprocess>()
const endGroup = ({ pid }: Bun.Subprocess) => {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The process has already ended.
  }
}

/** Ends running tests with their child processes. */
export const endTestRuns = () => running.forEach(endGroup)

/** Runs test files in a copy of the tree until the first test fails. */
export async function runTests(
  root: string,
  tests: readonly string[],
  env: Record<string, string> = {},
): Promise<TestRun> {
  const startedAt = performance.now()
  const child = Bun.spawn(
    [process.execPath, 'test', '--isolate', '--bail', `--timeout=${TEST_LIMIT_MS}`, ...tests],
    {
      cwd: root,
      env: { ...process.env, TEST_LIMIT_MS: String(TEST_LIMIT_MS), ...env },
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  running.add(child)
  let isOverdue = false
  const limit = setTimeout(() => {
    isOverdue = true
    endGroup(child)
  }, LIMIT_MS)
  const printed = new Response(child.stderr).text()
  const passed = (await child.exited) === 0
  clearTimeout(limit)
  // After a failure, processes that the tests started may still run and keep the output open.
  endGroup(child)
  running.delete(child)
  const failure = isOverdue ? 'it never ended' : firstFailure(await printed)
  return { passed, failure: passed ? '' : failure, seconds: (performance.now() - startedAt) / 1000 }
}

const firstFailure = (printed: string) =>
  /^\(fail\) (.+?)(?: \[[\d.]+m?s\])?$/m.exec(printed)?.[1] ??
  /^error: .+$/m.exec(printed)?.[0] ??
  'the tests could not be run'
