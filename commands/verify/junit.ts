import type { Outcome } from './step.ts'

/** Reads the totals from a JUnit report's root element. */
export function countTests(report: string): Pick<Outcome, 'passed' | 'failed'> & { skipped: number } {
  const outermost = /<testsuites\b[^>]*>/.exec(report)?.[0] ?? ''
  const sum = (name: string) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(outermost)?.[1] ?? 0)
  const [failed, skipped] = [sum('failures') + sum('errors'), sum('skipped')]
  return { passed: sum('tests') - failed - skipped, failed, skipped }
}
