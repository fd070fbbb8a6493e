import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { buildSite } from '../../commands/setup/build-site.ts'
import { PARTS, type Run, runsOf } from './parts.ts'
import { SCENARIO_TIMEOUT_MS } from './selection.ts'
import { describeTally, readTally } from './tally.ts'

const USAGE = `bun run test:faults                    all faults, and many processes at once
bun run test:faults --part NAME        one part of it: ${Object.keys(PARTS).join(', ')}
bun run test:faults --scenario NAME    those whose name contains NAME
        --seed NUMBER                  the delays, moments and histories that this seed gives; by default others each time`

const { values } = parseArgs({
  options: {
    part: { type: 'string', multiple: true, default: [] },
    scenario: { type: 'string', default: '' },
    seed: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
})
const unknown = values.part.find(name => !(name in PARTS))
if (values.help || unknown !== undefined) {
  console.log(unknown === undefined ? USAGE : `There is no part ${unknown}.\n${USAGE}`)
  process.exit(unknown === undefined ? 0 : 1)
}

const seed = values.seed || String(randomInt(2 ** 31))
console.log(`seed ${seed} (--seed ${seed} repeats these delays, moments and histories)`)

// Builds once, here: parts that each find an outdated build would rebuild it into the same folder at the same time.
await buildSite()
const folder = mkdtempSync(join(tmpdir(), 'currawong-tally-'))
const tallyFile = join(folder, 'tally')

const AT_ONCE = Math.min(3, availableParallelism())
const PROGRESS_EVERY_MS = 15_000

const selected = values.part.length > 0 ? values.part : Object.keys(PARTS)
const parts = selected.filter(name => values.scenario === '' || !PARTS[name]!.isNameless)
const waiting = runsOf(parts, values.scenario === '')
const totals = { pass: 0, fail: 0 }
const startedAt = performance.now()
const clock = () => `${Math.round((performance.now() - startedAt) / 1000)} s`

await Promise.all(Array.from({ length: AT_ONCE }, runNext))
console.log(`faults: ${totals.pass} passed, ${totals.fail} failed in ${clock()}`)
console.log(`${totals.pass + totals.fail} scenarios, ${describeTally(readTally(tallyFile))}`)
rmSync(folder, { recursive: true, force: true })
process.exit(totals.fail === 0 ? 0 : 1)

async function runNext() {
  for (let run = waiting.shift(); run; run = waiting.shift()) await play(run)
}

/** Runs one part and prints its progress, and its output if it fails. */
async function play({ name, file, share }: Run) {
  const tests = Bun.spawn([process.execPath, 'test', `--timeout=${SCENARIO_TIMEOUT_MS}`, file], {
    env: {
      ...process.env,
      FAULTS: values.scenario === '' ? 'all' : '',
      FAULTS_SCENARIO: values.scenario,
      FAULTS_SEED: seed,
      FAULTS_SHARE: share,
      FAULTS_TALLY: tallyFile,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let printed = ''
  const count = (mark: 'pass' | 'fail') => printed.match(new RegExp(`^\\(${mark}\\)`, 'gm'))?.length ?? 0
  const progress = setInterval(
    () => console.log(`${name}: ${count('pass')} passed so far, ${clock()}`),
    PROGRESS_EVERY_MS,
  )
  const decoder = new TextDecoder()
  for await (const chunk of tests.stderr) printed += decoder.decode(chunk, { stream: true })
  clearInterval(progress)
  const code = await tests.exited
  const failed = count('fail')
  // A file without the selected scenario exits with an error, but hasn't failed.
  const hasFailed = code !== 0 && (failed > 0 || values.scenario === '')
  totals.pass += count('pass')
  totals.fail += hasFailed ? Math.max(1, failed) : 0
  if (hasFailed) console.log(printed)
  console.log(`${name}: ${count('pass')} passed, ${hasFailed ? Math.max(1, failed) : 0} failed, ${clock()}`)
}
