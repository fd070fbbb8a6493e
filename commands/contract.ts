import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { findDepartures, type LoggedCall } from './contract/departures.ts'
import { graphSpecification } from './contract/specification.ts'

/** Tests that together make every kind of call to Graph: they connect, publish, comment, edit and read insights. */
const TESTS = [
  'api/publishing/graph-versions.test.ts',
  'api/accounts/sign-in/portfolio-pages.test.ts',
  'api/accounts/refresh.test.ts',
  'api/personal-data/deletions/revoking.test.ts',
]

const folder = mkdtempSync(join(tmpdir(), 'contract-'))
const file = join(folder, 'calls.jsonl')
const tests = Bun.spawnSync([process.execPath, 'test', '--timeout=60000', ...TESTS], {
  env: { ...process.env, SANDBOX_GRAPH_LOG: file },
  stdio: ['ignore', 'ignore', 'pipe'],
})
if (tests.exitCode !== 0) {
  console.error(tests.stderr.toString())
  console.error('The tests that make the calls failed.')
  process.exit(1)
}
const calls = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => JSON.parse(line) as LoggedCall)
rmSync(folder, { recursive: true })

const kinds = new Set(calls.map(({ node, method, edge }) => `${node ?? ''} ${method} ${edge.split(':')[0]}`))
const departures = new Set(calls.flatMap(call => findDepartures(call, graphSpecification)))
for (const departure of departures) console.log(departure)
const { commit, date } = graphSpecification
console.log(
  `contract: ${calls.length} calls of ${kinds.size} kinds, ${departures.size} departures from Meta’s specification of ${date} (${commit.slice(0, 7)})`,
)
process.exit(departures.size === 0 ? 0 : 1)
