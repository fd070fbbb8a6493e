import { buildSite } from './setup/build-site.ts'
import { installPackages } from './setup/install.ts'
import { builtPageTypes, lintAndTypes, pageChecks, quickChecks } from './verify/checks.ts'
import { ensurePrograms } from './verify/programs.ts'
import { conclude, performInParallel, type Outcome, type Step } from './verify/step.ts'
import { tests } from './verify/suites.ts'

const task = (name: string, work: () => Promise<unknown>): Step => ({
  name,
  run: () => work().then(() => ({ passed: 1, failed: 0, output: '' })),
})
const install = task('install', () => installPackages())
const programs = task('programs', async () => (process.env.CHROME_PATH = await ensurePrograms()))
const build = task('site build', buildSite)

const outcomes: Outcome[] = []
for (const steps of [
  [install],
  [...quickChecks, build, programs],
  [lintAndTypes, builtPageTypes, ...pageChecks],
  [tests('tests')],
  // In parallel, tests and journeys together take a tenth more processor time.
  [tests('journeys')],
]) {
  outcomes.push(...(await performInParallel(steps)))
  if (steps.includes(install) && outcomes.some(({ failed }) => failed > 0)) break
}
conclude(outcomes)
