import { join } from 'node:path'

import { countTests } from './junit.ts'
import { runWithOutput, type Step } from './step.ts'
import { commandOf, SUITE_ENV, type Suite } from './suites.ts'
import { withTemporaryFolder } from './temporary-folder.ts'

/**
 * Runs a suite with `bun test`, and removes the temporary files that its processes leave. A failed run without a failed
 * test, for example if a file can't be loaded, counts as one failure.
 */
export const tests = (suite: Suite): Step => ({
  name: suite,
  run: () =>
    withTemporaryFolder(async folder => {
      const report = join(folder, 'junit.xml')
      const reporting = ['--only-failures', '--reporter=junit', `--reporter-outfile=${report}`]
      const measuring = process.argv.filter(arg => arg === '--measure')
      const { code, output } = await runWithOutput(commandOf(suite, [...reporting, ...measuring]), {
        ...SUITE_ENV,
        TMPDIR: folder,
      })
      const file = Bun.file(report)
      const counted = countTests((await file.exists()) ? await file.text() : '')
      return { ...counted, failed: code === 0 ? counted.failed : Math.max(1, counted.failed), output }
    }),
})
