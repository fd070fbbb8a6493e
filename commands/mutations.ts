import { $ } from 'bun'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
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

/** Explains why a mutation no longer fits the code. Returns undefined if it does. */
function staleReason({ file, text, becomes, tests }: Mutation): string | undefined {
  if (!existsSync(file)) return 'its file is gone'
  const times = readFileSync(file, 'utf8').split(text).length - 1
  if (times !== 1) return `its text is found ${times} times: ${text}`
  if (text === becomes) return 'it changes nothing'
  const gone = tests.find(test => !existsSync(test))
  return gone && `its test is gone: ${gone}`
}

/** Writes the mutation into a copy of the tree. @returns a function that removes it */
function plant({ file, text, becomes }: Mutation, root: string): () => void {
  const path = join(root, file)
  const clean = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    clean.replace(text, () => becomes),
  )
  return () => writeFileSync(path, clean)
}

/** @returns the file and the line on which the mutation begins */
const locationOf = ({ file, text }: Mutation) =>
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
async function copyTree(): Promise<{ root: string; remove(): void }> {
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
const endTestRuns = () => running.forEach(endGroup)

/** Runs test files in a copy of the tree until the first test fails. */
async function runTests(root: string, tests: readonly string[]): Promise<TestRun> {
  const startedAt = performance.now()
  const child = Bun.spawn(
    [process.execPath, 'test', '--isolate', '--bail', `--timeout=${TEST_LIMIT_MS}`, ...tests],
    {
      cwd: root,
      env: { ...process.env, TEST_LIMIT_MS: String(TEST_LIMIT_MS) },
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

const USAGE = `bun run test:mutations   applies each mutation to a copy of the tree and runs the tests that should notice it
  --only TEXT      only mutations whose file or effect contains TEXT
  --at-once N      runs N mutations in parallel (default: half of the cores)
  --check          only checks that each mutation still fits the code`

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    'at-once': { type: 'string', default: String(Math.max(1, availableParallelism() >> 1)) },
    check: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(USAGE)
  process.exit()
}
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

const copies = await Promise.all(Array.from({ length: Math.max(1, Number(values['at-once'])) }, copyTree))
process.on('exit', () => copies.forEach(({ remove }) => remove()))
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    endTestRuns()
    process.exit(1)
  })

process.exit((await tryEach()) ? 0 : 1)

/** Processes a list. Each copy of the tree works on one item at a time. */
async function forEachInCopies<Item>(items: Item[], work: (item: Item, root: string) => Promise<void>) {
  const waiting = [...items]
  await Promise.all(
    copies.map(async ({ root }) => {
      for (let item = waiting.shift(); item; item = waiting.shift()) await work(item, root)
    }),
  )
}

async function tryEach(): Promise<boolean> {
  const broken: string[] = []
  await forEachInCopies([...new Set(chosen.flatMap(({ tests }) => tests))], async (test, root) => {
    const { passed, failure } = await runTests(root, [test])
    if (!passed) broken.push(`${test}: ${failure}`)
  })
  if (broken.length > 0) {
    console.log(`These fail without a mutation, so they can't notice one:\n${broken.join('\n')}`)
    return false
  }
  let noticed = 0
  await forEachInCopies(chosen, async (mutation, root) => {
    const remove = plant(mutation, root)
    const { passed, failure, seconds } = await runTests(root, mutation.tests)
    remove()
    if (!passed) noticed++
    const result = passed ? 'SURVIVED' : 'noticed '
    console.log(`${result}  ${locationOf(mutation)}  ${mutation.breaks}  (${Math.round(seconds)} s)`)
    if (!passed) console.log(`          by ${failure}`)
  })
  console.log(`${noticed} of ${chosen.length} noticed`)
  return noticed === chosen.length
}
