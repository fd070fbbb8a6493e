import type { Scores, ScoreSource } from '#shared/scores.ts'

/**
 * `refused`: the address isn't one that we open. `site`: the website gave no page that can be measured. `service`: what
 * measures doesn't, and won't for a while. `passing`: nobody knows, and another try may tell.
 */
export const AUDIT_FAILURES = ['refused', 'site', 'service', 'transient'] as const
export type AuditFailure = (typeof AUDIT_FAILURES)[number]

/** Why there are no scores, in words for whoever owns the website. */
export class AuditError extends Error {
  override name = 'AuditError'
  readonly kind: AuditFailure

  constructor(kind: AuditFailure, message: string) {
    super(message)
    this.kind = kind
  }
}

export type AuditRequest = {
  url: string
  /** The operator's own address, which may be on this machine. */
  trusted?: boolean
  signal?: AbortSignal
}

/** What an auditor must offer. */
export type Auditor = {
  source: ScoreSource
  /** How many audits a machine takes at once. */
  atOnce: number
  /** @throws AuditError `refused` for an address that must not be opened */
  check(request: AuditRequest): Promise<void>
  /** @throws AuditError */
  audit(request: AuditRequest): Promise<Scores>
}
