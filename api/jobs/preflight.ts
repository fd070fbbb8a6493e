import { checkAccounts } from '#api/accounts/health.ts'
import { warnAhead } from '#api/publishing/preflight.ts'
import type { Job } from './job.ts'

/** Checks accounts before their posts are due, while the author can still act. */
export const preflightJob: Job = {
  name: 'preflight',
  schedule: '30 */10 * * * *',
  async run(ctx) {
    await checkAccounts(ctx)
    await warnAhead(ctx)
  },
}
