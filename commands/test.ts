import { runSuite } from './verify/run-suite.ts'

process.exitCode = await runSuite('tests')
