import { join } from 'node:path'

import { countTests } from './junit.ts'
import { runWithOutput, type Step } from './step.ts'
import { withTemporaryFolder } from './temporary-folder.ts'

/**
 * Runs a suite with `bun test`, and removes the temporary files that its processes leave. A failed run without a failed
 * test, for example if a file can't be loaded, counts as one failure.
 */
export const tests = (name: string, options: string[], paths: string[]): Step => ({
  name,
  run: () =>
    withTemporaryFolder(async folder => {
      const report = join(folder, 'junit.xml')
      const command = [process.execPath, 'test', '--only-failures', '--reporter=junit', ...options, ...paths]
      const { code, output } = await runWithOutput([...command, `--reporter-outfile=${report}`], {
        TMPDIR: folder,
      })
      const file = Bun.file(report)
      const counted = countTests((await file.exists()) ? await file.text() : '')
      return { ...counted, failed: code === 0 ? counted.failed : Math.max(1, counted.failed), output }
    }),
})
