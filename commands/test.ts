import { runSuite } from './verify/suites.ts'

process.exitCode = await runSuite('tests')
