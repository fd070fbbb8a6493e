import { expect, test } from 'bun:test'

import { isWhole, SCENARIO_TIMEOUT_MS } from './selection.ts'

test.if(isWhole)(
  'calls Graph only as Meta documents it',
  () => {
    const contract = Bun.spawnSync([process.execPath, 'commands/contract.ts'], {
      cwd: `${import.meta.dirname}/../..`,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    expect(contract.stderr.toString()).toBe('')
    expect(contract.stdout.toString()).toContain(' 0 violations ')
  },
  SCENARIO_TIMEOUT_MS,
)
