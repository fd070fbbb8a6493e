import { endVisits } from '#api/access/membership.ts'
import type { Job } from './job.ts'

/** Ends visits on time even if the visitor makes no calls: their event stream and imports would continue. */
export const endVisitsJob: Job = { name: 'end-visits', schedule: '*/3 * * * * *', run: ctx => endVisits(ctx) }
