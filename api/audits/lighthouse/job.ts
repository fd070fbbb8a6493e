import * as v from 'valibot'

import { AUDIT_FAILURES } from '#api/audits/audit.ts'
import { CHECKS } from '#shared/audits/measured.ts'

export const AuditJob = v.object({
  url: v.string(),
  chromePath: v.string(),
  /** Folder for the browser's profile. */
  folder: v.string(),
  allowPrivate: v.boolean(),
})
export type AuditJob = v.InferOutput<typeof AuditJob>

const Score = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100))

const Check = v.object({ passes: v.boolean(), value: v.exactOptional(v.number()) })

export const AuditResponse = v.union([
  v.object({
    measured: v.object({
      scores: v.object({ performance: Score, accessibility: Score, 'best-practices': Score, seo: Score }),
      checks: v.record(v.picklist(CHECKS), Check),
    }),
  }),
  v.object({ failure: v.object({ kind: v.picklist(AUDIT_FAILURES), message: v.string() }) }),
])
export type AuditResponse = v.InferOutput<typeof AuditResponse>
