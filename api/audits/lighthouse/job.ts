import * as v from 'valibot'

import { CHECKS } from '#shared/audits/measured.ts'

/** Input of `audit-process.ts`. */
export const AuditJob = v.object({
  url: v.string(),
  chromePath: v.string(),
  /** Folder for the browser's profile. */
  folder: v.string(),
  /** True if the URL may lead to this machine and its networks. */
  allowPrivate: v.boolean(),
})
export type AuditJob = v.InferOutput<typeof AuditJob>

const Score = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100))

/** A check’s result. `value` is in Lighthouse’s unit. */
const Check = v.object({ passes: v.boolean(), value: v.exactOptional(v.number()) })

/** Output of `audit-process.ts`. */
export const AuditResult = v.object({
  scores: v.object({ performance: Score, accessibility: Score, 'best-practices': Score, seo: Score }),
  checks: v.record(v.picklist(CHECKS), Check),
})
