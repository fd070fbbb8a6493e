import { $ } from 'bun'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import lists from './mutations/mutations.toml'

/** A planted bug, applied by replacing an exact text. */
type Mutation = {
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

/** Returns why a mutation no longer fits the code; undefined if it does. */
function staleReason({ file, text, becomes, tests }: Mutation): string | undefined {
  if (!existsSync(file)) return 'its file is gone'
  const times = readFileSync(file, 'utf8').split(text).length - 1
  if (times !== 1) return `its text is found ${times} times: ${text}`
  if (text === becomes) return 'it changes nothing'
  const gone = tests.find(test => !existsSync(test))
  return gone && `its test is gone: ${gone}`
}

/** Applies the mutation in the copy of the tree. @returns a function that reverts it */
function plant({ file, text, becomes }: Mutation): () => void {
  const path = join(root, file)
  const clean = readFileSync(path, 'utf8')
  const mutated = clean.replace(text, () => becomes)
  writeFileSync(path, mutated)
  return () => writeFileSync(path, clean)
}

/** Long, because a test that is slow on a busy machine must not count as noticing the mutation. */
const TEST_LIMIT_MS = 120_000
const LIMIT_MS = 10 * 60_000

/** Copies the working tree, committed or not, and links its packages. Mutations are never applied to the tree itself. */
async function copyTree(): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'currawong-mutation-'))
  const listed = await $`git ls-files -z --cached --others --exclude-standard`.text()
  const paths = listed.split('\0').filter(path => path !== '' && existsSync(path))
  await Promise.all(paths.map(path => cp(path, join(root, path), { recursive: true })))
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  return root
}

let child: Bun.Subprocess | undefined

/** Also ends the child processes of the tests, which may keep the output open after a failure. */
function endTests() {
  try {
    if (child) process.kill(-child.pid, 'SIGKILL')
  } catch {
    // They have already ended.
  }
}

/** Runs test files in the copy of the tree until the first test fails. @returns that failure, or why no test ran */
async function runTests(tests: readonly string[]) {
  const startedAt = performance.now()
  const running = Bun.spawn(
    [process.execPath, 'test', '--isolate', '--bail', `--timeout=${TEST_LIMIT_MS}`, ...tests],
    {
      cwd: root,
      env: { ...process.env, TEST_LIMIT_MS: String(TEST_LIMIT_MS) },
      detached: true,
      timeout: LIMIT_MS,
      killSignal: 'SIGKILL',
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  child = running
  const printed = new Response(running.stderr).text()
  const passed = (await running.exited) === 0
  endTests()
  const failure = running.signalCode === 'SIGKILL' ? 'it never ended' : firstFailure(await printed)
  return { passed, failure: passed ? '' : failure, seconds: (performance.now() - startedAt) / 1000 }
}

const firstFailure = (printed: string) =>
  /^\(fail\) (.+?)(?: \[[\d.]+m?s\])?$/m.exec(printed)?.[1] ??
  /^error: .+$/m.exec(printed)?.[0] ??
  'the tests could not be run'

/** `--only TEXT`: only mutations whose file or effect contains TEXT. `--check`: only checks that each mutation fits the code. */
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    check: { type: 'boolean', default: false },
  },
})
const chosen = Object.values(lists as Record<string, Mutation[]>)
  .flat()
  .filter(({ file, breaks }) => `${file} ${breaks}`.includes(values.only))
const stale = chosen.flatMap(mutation => {
  const reason = staleReason(mutation)
  return reason === undefined ? [] : `${mutation.file} (${mutation.breaks}): ${reason}`
})
if (stale.length > 0) {
  console.log(
    `${stale.join('\n')}\nAdapt them in commands/mutations/mutations.toml, or remove those whose guard is gone.`,
  )
  process.exit(1)
}
if (values.check) {
  console.log(`${chosen.length} mutations fit the code`)
  process.exit(0)
}

const root = await copyTree()
process.on('exit', () => {
  endTests()
  rmSync(root, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

for (const test of new Set(chosen.flatMap(({ tests }) => tests))) {
  const { passed, failure } = await runTests([test])
  if (passed) continue
  console.log(`${test} fails without a mutation, so it can’t notice one: ${failure}`)
  process.exit(1)
}
let noticed = 0
for (const mutation of chosen) {
  const revert = plant(mutation)
  const { passed, failure, seconds } = await runTests(mutation.tests)
  revert()
  if (!passed) noticed++
  const result = passed ? 'SURVIVED' : 'noticed '
  console.log(`${result}  ${mutation.file}  ${mutation.breaks}  (${Math.round(seconds)} s)`)
  if (!passed) console.log(`          by ${failure}`)
}
console.log(`${noticed} of ${chosen.length} noticed`)
process.exit(noticed === chosen.length ? 0 : 1)
