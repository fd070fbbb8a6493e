import { $ } from 'bun'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** A planted bug, applied by replacing an exact text. */
export type Mutation = {
  /** Path from the root of the repository. */
  file: string
  /** Occurs exactly once in the file. */
  text: string
  becomes: string
  /** The effect of the bug, as a clause: "a stale worker overwrites the new one’s outcome". */
  breaks: string
  /** Test files that should notice the bug, the most likely first. */
  tests: string[]
}

/** Explains why a mutation no longer fits the code. Returns undefined if it does. */
export function staleReason({ file, text, becomes, tests }: Mutation, root = '.'): string | undefined {
  const path = join(root, file)
  if (!existsSync(path)) return 'its file is gone'
  const times = readFileSync(path, 'utf8').split(text).length - 1
  if (times !== 1) return `its text is found ${times} times: ${text}`
  if (text === becomes) return 'it changes nothing'
  const gone = tests.find(test => !existsSync(join(root, test)))
  return gone && `its test is gone: ${gone}`
}

/** Writes the mutation into a copy of the tree. @returns a function that removes it */
export function plant({ file, text, becomes }: Mutation, root: string): () => void {
  const path = join(root, file)
  const clean = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    clean.replace(text, () => becomes),
  )
  return () => writeFileSync(path, clean)
}

/** @returns the file and the line on which the mutation begins */
export const locationOf = ({ file, text }: Mutation) =>
  `${file}:${readFileSync(file, 'utf8').split(text)[0]!.split('\n').length}`

type TestRun = {
  passed: boolean
  /** The first failed test, or why no test ran. */
  failure: string
  seconds: number
}

/** Long, because a test that is slow on a busy machine must not count as noticing the mutation. */
const TEST_LIMIT_MS = 120_000
const LIMIT_MS = 10 * 60_000

/** Copies the working tree, committed or not, and links its packages. Mutations are never applied to the tree itself. */
export async function copyTree(): Promise<{ root: string; remove(): void }> {
  const root = mkdtempSync(join(tmpdir(), 'currawong-mutation-'))
  const listed = await $`git ls-files -z --cached --others --exclude-standard`.text()
  const paths = listed.split('\0').filter(path => path !== '' && existsSync(path))
  await Promise.all(paths.map(path => cp(path, join(root, path), { recursive: true })))
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) }
}

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
