import { run } from '../processes/run.ts'

export type Outcome = { passed: number; failed: number; output: string }

export type Step = {
  name: string
  run(): Promise<Outcome>
  /** True to print the output even if the step passes. */
  showsOutput?: boolean
}

/** Settings of Bun for processes that live for seconds. */
export const SHORT_LIVED = {
  /** Keeps freed memory: returning it to the system takes half of the tests' system time. */
  MIMALLOC_PURGE_DELAY: '-1',
  /** Omits the optimising compiler, which doesn't pay off here: it took half of Knip's processor time, a tenth of the tests'. */
  BUN_JSC_useFTLJIT: '0',
  /** The same for WebAssembly, where it took two thirds of the processor time of a small HEIC. */
  BUN_JSC_useOMGJIT: '0',
}

/** Runs a command to its end and collects its output. */
export async function runWithOutput(command: string[], env: Record<string, string> = {}) {
  const { code, out, err } = await run(command, { ...process.env, ...SHORT_LIVED, ...env })
  return { code, output: `${out}${err}`.trim() }
}

/** Creates a check that passes or fails as a whole. */
export const check = (
  name: string,
  command: string[],
  { env, ...options }: { showsOutput?: boolean; env?: Record<string, string> } = {},
): Step => ({
  name,
  ...options,
  async run() {
    const { code, output } = await runWithOutput(command, env)
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output }
  },
})

/** Runs one step and prints its result, with the output if it failed. */
export async function perform(step: Step): Promise<Outcome> {
  const started = performance.now()
  const outcome = await step
    .run()
    .catch((error: unknown): Outcome => ({ passed: 0, failed: 1, output: String(error) }))
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const count =
    outcome.passed + outcome.failed > 1 ? `${outcome.passed} passed, ${outcome.failed} failed` : ''
  console.log(
    `${outcome.failed === 0 ? 'ok  ' : 'FAIL'}  ${step.name.padEnd(22)} ${seconds.padStart(6)} s  ${count}`.trimEnd(),
  )
  if (outcome.failed > 0 || step.showsOutput) console.log(indent(outcome.output))
  return outcome
}

const indent = (text: string) => text.replaceAll(/^/gm, '      ')

export const performInParallel = (steps: Step[]) => Promise.all(steps.map(perform))

/** Prints the totals as the last line and sets the exit code. */
export function conclude(outcomes: Outcome[]) {
  const sum = (key: 'passed' | 'failed') => outcomes.reduce((total, outcome) => total + outcome[key], 0)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  process.exitCode = sum('failed') === 0 ? 0 : 1
}
