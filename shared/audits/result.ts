import type { Measurement } from './measured.ts'
import type { PageFacts } from './page-facts.ts'

/** The result of an audit. At least one of its two parts succeeded. */
export type AuditResult = { facts: PageFacts | null; measured: Measurement | null }

/** An audit as it is attached to a request. */
export type RequestedAudit = { url: string; result: AuditResult }
