import { openContext } from '#api/boot/open-context.ts'
import { createJobs } from '#api/jobs/jobs.ts'
import { readConfig } from '#api/runtime/config.ts'

/** Runs one job once in a process that can be killed. AHEAD_MS sets its clock ahead. */
const aheadMs = Number(process.env['AHEAD_MS'])
const ctx = await openContext(readConfig(process.env), { now: () => new Date(Date.now() + aheadMs) })
const job = createJobs(ctx).find(({ name }) => name === process.argv[2])
await job!.run(ctx)
// A pool's run only starts its work.
await job!.stop?.()
process.exit(0)
