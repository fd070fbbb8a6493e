import { expect, test } from 'bun:test'

import { replay, SCENARIO_TIMEOUT_MS } from './selection.ts'

/** Adds a test for each scenario. `play` returns the violations. The message of a failure includes the command that repeats it. */
export function testScenarios<Scenario extends { name: string }>(
  scenarios: Scenario[],
  play: (scenario: Scenario) => Promise<unknown[]>,
  isSkipped = false,
) {
  for (const scenario of scenarios)
    test.skipIf(isSkipped)(
      scenario.name,
      async () => {
        expect(await play(scenario), replay(scenario.name)).toEqual([])
      },
      SCENARIO_TIMEOUT_MS,
    )
}
