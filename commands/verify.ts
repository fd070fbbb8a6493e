import { buildSite } from './setup/build-site.ts'
import { installPackages } from './setup/install.ts'
import { builtPageTypes, lintAndTypes, pageChecks, quickChecks } from './verify/checks.ts'
import { ensurePrograms } from './verify/programs.ts'
import { conclude, performInParallel, type Outcome, type Step } from './verify/step.ts'
import { tests } from './verify/suites.ts'

const done = { passed: 1, failed: 0, output: '' }

const install: Step = { name: 'install', run: () => installPackages().then(() => done) }
const programs: Step = {
  name: 'programs',
  async run() {
    process.env.CHROME_PATH = await ensurePrograms()
    return done
  },
}
const build: Step = { name: 'site build', run: () => buildSite().then(() => done) }

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
