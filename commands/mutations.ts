import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'

import { copyTree } from './mutations/copies.ts'
import { playHistories } from './mutations/histories.ts'
import { mutations } from './mutations/lists.ts'
import { AREAS, type Area, type Mutation } from './mutations/mutation.ts'
import { lineOf, misfitOf, plant } from './mutations/plant.ts'
import { endTrials, type Trial, tryTests } from './mutations/trial.ts'
import { concludeArea, type Judged, type Verdict } from './mutations/verdict.ts'

const USAGE = `bun run test:mutations [area …]   plants each fault in a copy of the tree and runs the tests that should notice it
  areas: ${AREAS.join(', ')}
  --only TEXT      the faults whose file or harm contains TEXT
  --at-once N      as many side by side (half of the cores)
  --check          only checks that each fault still fits the code
  --histories N    plants the faults of an area together, and expects N random histories to fail
  --each           with --histories: one fault at a time, to see which ones the histories reach`

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

const misfits = chosen.flatMap(({ mutation }) => {
  const misfit = misfitOf(mutation, '.')
  return misfit === undefined ? [] : `${mutation.file} (${mutation.breaks}): ${misfit}`
})
if (misfits.length > 0) {
  console.log(
    `${misfits.join('\n')}\nAdapt them in commands/mutations/lists, or remove those whose guard is gone.`,
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
    endTrials()
    process.exit(1)
  })

process.exit((await (values.histories === '' ? tryAll() : playAll(Number(values.histories)))) ? 0 : 1)

/** Processes a list, one item per copy of the tree at a time. */
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
    const { passed, failure } = await tryTests(root, test)
    if (!passed) broken.push(`${test[0]}: ${failure}`)
  })
  if (broken.length > 0) {
    console.log(`These fail without any fault, so they can notice none:\n${broken.join('\n')}`)
    return false
  }
  const judged: Judged[] = []
  await forEachInCopies(chosen, async ({ area, mutation }, root) => {
    const takeOut = plant(mutation, root)
    const trial = await tryTests(root, mutation.tests)
    takeOut()
    const verdict: Verdict = trial.passed ? 'survived' : 'noticed'
    judged.push({ area, mutation, verdict })
    say(verdict, { area, mutation }, trial)
  })
  const areas = AREAS.filter(area => judged.some(one => one.area === area))
  return areas.map(area => concludeArea(area, judged)).every(Boolean)
}

async function playAll(count: number): Promise<boolean> {
  if (values.each) {
    await forEachInCopies(chosen, async ({ area, mutation }, root) => {
      const trial = await playHistories([mutation], root, count)
      say(trial.passed ? 'survived' : 'noticed', { area, mutation }, trial)
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
      `${area}: ${count} histories ${passed ? 'pass' : 'fail'} with ${planted} faults at once, ${Math.round(seconds)} s`,
    )
  })
  return noticed.every(Boolean)
}

function say(verdict: Verdict, { area, mutation }: Chosen, { failure, seconds }: Trial) {
  const location = `${mutation.file}:${lineOf(mutation, '.')}`
  console.log(
    `${verdict.padEnd(8)}  ${area.padEnd(10)}  ${location}  ${mutation.breaks}  (${Math.round(seconds)} s)`,
  )
  if (failure !== '') console.log(`            by ${failure}`)
}
