import { buildSite } from './setup/build-site.ts'
import { runSuite } from './verify/suites.ts'

await buildSite()
process.exitCode = await runSuite('journeys')
