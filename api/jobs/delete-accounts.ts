import { carryOutDeletions } from '#api/personal-data/deletions/carry-out.ts'
import type { Job } from './job.ts'

export const deleteAccountsJob: Job = {
  name: 'delete-accounts',
  schedule: '0 */5 * * * *',
  run: carryOutDeletions,
}
