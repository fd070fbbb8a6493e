import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'

import {
  copyTree,
  endTestRuns,
  locationOf,
  type Mutation,
  plant,
  runTests,
  staleReason,
} from './mutations/mutation.ts'
import lists from './mutations/mutations.toml'

const LISTS = lists as Record<string, Mutation[]>

const USAGE = `bun run test:mutations [list …]   applies each mutation to a copy of the tree and runs the tests that should notice it
  lists: ${Object.keys(LISTS).join(', ')}
  --only TEXT      only mutations whose file or effect contains TEXT
  --at-once N      runs N mutations in parallel (default: half of the cores)
  --check          only checks that each mutation still fits the code
  --histories N    applies the mutations together, and expects N random histories to fail`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    'at-once': { type: 'string', default: String(Math.max(1, availableParallelism() >> 1)) },
    check: { type: 'boolean', default: false },
    histories: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
})
const unknown = positionals.find(name => !Object.hasOwn(LISTS, name))
if (values.help || unknown !== undefined) {
  console.log(unknown === undefined ? USAGE : `There is no list ${unknown}.\n${USAGE}`)
  process.exit(unknown === undefined ? 0 : 1)
}

const names = positionals.length > 0 ? positionals : Object.keys(LISTS)
const chosen = names
  .flatMap(name => LISTS[name] ?? [])
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

process.exit((await (values.histories === '' ? tryEach() : playHistories(values.histories))) ? 0 : 1)

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

/** Skips mutations whose text another one has replaced. */
async function playHistories(count: string): Promise<boolean> {
  const [{ root } = { root: '' }] = copies
  let planted = 0
  for (const mutation of chosen) {
    if (staleReason(mutation, root) !== undefined) continue
    plant(mutation, root)
    planted++
  }
  const { passed, seconds } = await runTests(root, ['api/publishing/history.test.ts'], {
    HISTORIES: count,
    SHRINK: 'no',
  })
  console.log(
    `${count} histories ${passed ? 'pass' : 'fail'} with ${planted} mutations at once, ${Math.round(seconds)} s`,
  )
  return !passed
}
