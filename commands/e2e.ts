import { buildSite } from './setup/build-site.ts'
import { runSuite } from './verify/run-suite.ts'

await buildSite()
process.exitCode = await runSuite('journeys')
