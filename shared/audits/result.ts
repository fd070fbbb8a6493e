import type { Measured } from './measured.ts'
import type { PageFacts } from './page-facts.ts'

/** At least one of both is present. */
export type AuditResult = { facts: PageFacts | null; measured: Measured | null }

/** An audit as it is attached to a request. */
export type RequestedAudit = { url: string; result: AuditResult }
