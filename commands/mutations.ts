import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'

import { copyTree } from './mutations/copies.ts'
import { playHistories } from './mutations/histories.ts'
import { mutations } from './mutations/lists.ts'
import { AREAS, type Area, type Mutation } from './mutations/mutation.ts'
import { lineOf, staleReason, plant } from './mutations/plant.ts'
import { summariseArea, type Tested, type Result } from './mutations/summary.ts'
import { endTestRuns, type TestRun, runTests } from './mutations/test-run.ts'

const USAGE = `bun run test:mutations [area …]   applies each mutation to a copy of the tree and runs the tests that should notice it
  areas: ${AREAS.join(', ')}
  --only TEXT      only mutations whose file or effect contains TEXT
  --at-once N      runs N mutations in parallel (default: half of the cores)
  --check          only checks that each mutation still fits the code
  --histories N    applies all mutations of an area together, and expects N random histories to fail
  --each           with --histories: one mutation at a time, to see which ones the histories reach`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    'at-once': { type: 'string', default: String(Math.max(1, availableParallelism() >> 1)) },
    check: { type: 'boolean', default: false },
    histories: { type: 'string', default: '' },
    each: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const isArea = (name: string): name is Area => AREAS.some(area => area === name)
const unknown = positionals.find(name => !isArea(name))
if (values.help || unknown !== undefined) {
  console.log(unknown === undefined ? USAGE : `There is no area ${unknown}.\n${USAGE}`)
  process.exit(unknown === undefined ? 0 : 1)
}

type Chosen = { area: Area; mutation: Mutation }
const chosen: Chosen[] = (positionals.length > 0 ? positionals.filter(isArea) : AREAS).flatMap(area =>
  mutations[area]
    .filter(({ file, breaks }) => `${file} ${breaks}`.includes(values.only))
    .map(mutation => ({ area, mutation })),
)

const stale = chosen.flatMap(({ mutation }) => {
  const reason = staleReason(mutation, '.')
  return reason === undefined ? [] : `${mutation.file} (${mutation.breaks}): ${reason}`
})
if (stale.length > 0) {
  console.log(
    `${stale.join('\n')}\nAdapt them in commands/mutations/lists, or remove those whose guard is gone.`,
  )
  process.exit(1)
}
if (values.check) {
  console.log(`${chosen.length} mutations fit the code`)
  process.exit(0)
}

const copies = await Promise.all(Array.from({ length: Math.max(1, Number(values['at-once'])) }, copyTree))
const removeCopies = () => copies.forEach(({ remove }) => remove())
process.on('exit', removeCopies)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    endTestRuns()
    process.exit(1)
  })

process.exit((await (values.histories === '' ? tryAll() : playAll(Number(values.histories)))) ? 0 : 1)

/** Processes a list. Each copy of the tree works on one item at a time. */
async function forEachInCopies<Item>(items: Item[], work: (item: Item, root: string) => Promise<void>) {
  const waiting = [...items]
  await Promise.all(
    copies.map(async ({ root }) => {
      for (let item = waiting.shift(); item; item = waiting.shift()) await work(item, root)
    }),
  )
}

async function tryAll(): Promise<boolean> {
  const tests = [...new Set(chosen.flatMap(({ mutation }) => mutation.tests))].map(test => [test])
  const broken: string[] = []
  await forEachInCopies(tests, async (test, root) => {
    const { passed, failure } = await runTests(root, test)
    if (!passed) broken.push(`${test[0]}: ${failure}`)
  })
  if (broken.length > 0) {
    console.log(`These fail without a mutation, so they can't notice one:\n${broken.join('\n')}`)
    return false
  }
  const tested: Tested[] = []
  await forEachInCopies(chosen, async ({ area, mutation }, root) => {
    const remove = plant(mutation, root)
    const run = await runTests(root, mutation.tests)
    remove()
    const result: Result = run.passed ? 'survived' : 'noticed'
    tested.push({ area, mutation, result })
    say(result, { area, mutation }, run)
  })
  const areas = AREAS.filter(area => tested.some(one => one.area === area))
  return areas.map(area => summariseArea(area, tested)).every(Boolean)
}

async function playAll(count: number): Promise<boolean> {
  if (values.each) {
    await forEachInCopies(chosen, async ({ area, mutation }, root) => {
      const run = await playHistories([mutation], root, count)
      say(run.passed ? 'survived' : 'noticed', { area, mutation }, run)
    })
    return true
  }
  const areas = AREAS.filter(area => chosen.some(one => one.area === area))
  const noticed: boolean[] = []
  await forEachInCopies(areas, async (area, root) => {
    const all = chosen.filter(one => one.area === area).map(({ mutation }) => mutation)
    const { passed, planted, seconds } = await playHistories(all, root, count)
    noticed.push(!passed)
    console.log(
      `${area}: ${count} histories ${passed ? 'pass' : 'fail'} with ${planted} mutations at once, ${Math.round(seconds)} s`,
    )
  })
  return noticed.every(Boolean)
}

function say(result: Result, { area, mutation }: Chosen, { failure, seconds }: TestRun) {
  const location = `${mutation.file}:${lineOf(mutation, '.')}`
  console.log(
    `${result.padEnd(8)}  ${area.padEnd(10)}  ${location}  ${mutation.breaks}  (${Math.round(seconds)} s)`,
  )
  if (failure !== '') console.log(`            by ${failure}`)
}
