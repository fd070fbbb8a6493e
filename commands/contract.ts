import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { HUNG_AFTER_MS } from '#api/test/clock.ts'
import specification from './contract/graph-specification.json'
import { findViolations, type LoggedCall } from './contract/violations.ts'

/** Tests that together make every kind of call to Graph: they connect, publish, comment, edit, read insights and answer comments. */
const TESTS = [
  'api/inbox/inbox.test.ts',
  'api/insights/measures.test.ts',
  'api/publishing/graph-versions.test.ts',
  'api/accounts/sign-in/portfolio-pages.test.ts',
  'api/accounts/refresh.test.ts',
  'api/personal-data/deletions/revoking.test.ts',
]

const folder = mkdtempSync(join(tmpdir(), 'contract-'))
const file = join(folder, 'calls.jsonl')
const tests = Bun.spawnSync([process.execPath, 'test', `--timeout=${HUNG_AFTER_MS}`, ...TESTS], {
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
const violations = new Set(calls.flatMap(findViolations))
for (const violation of violations) console.log(violation)
console.log(
  `contract: ${calls.length} calls of ${kinds.size} kinds, ${violations.size} violations of Meta’s specification of ${specification.date} (${specification.commit.slice(0, 7)})`,
)
process.exit(violations.size === 0 ? 0 : 1)
