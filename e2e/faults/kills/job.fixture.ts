import { openContext } from '#api/boot/open-context.ts'
import { readConfig } from '#api/config.ts'
import { deleteAccountsJob } from '#api/jobs/delete-accounts.ts'
import { refreshTokensJob } from '#api/jobs/refresh-tokens.ts'

/** Runs one job once in a process that can be killed. AHEAD_MS sets its clock ahead. */
const job = [refreshTokensJob, deleteAccountsJob].find(({ name }) => name === process.argv[2])
const aheadMs = Number(process.env['AHEAD_MS'])
const ctx = await openContext(readConfig(process.env), { now: () => new Date(Date.now() + aheadMs) })
await job!.run(ctx)
process.exit(0)
