import { AddressError, addressGuard } from '#api/runtime/address-guard.ts'
import type { Measurement } from '#shared/audits/measured.ts'
import type { ScoreSource } from '#shared/scores.ts'

/**
 * `refused`: we don't open this URL. `site`: the website returned no page that can be measured. `service`: the auditor is
 * unavailable for a while. `transient`: the cause is unknown, and a retry may succeed.
 */
export const AUDIT_FAILURES = ['refused', 'site', 'service', 'transient'] as const
export type AuditFailure = (typeof AUDIT_FAILURES)[number]

/** A failed audit, with a message for the owner of the website. */
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
  /** True for the operator's own site, which may be on this machine. */
  trusted?: boolean
  signal?: AbortSignal
  /** `idle`: runs only while a processor is idle. `low`: runs at a low priority. */
  priority?: 'idle' | 'low'
}

export type Auditor = {
  source: ScoreSource
  /** Maximum number of concurrent audits per machine. */
  concurrency: number
  /** @throws {AuditError} `refused` for a URL that must not be opened */
  check(request: AuditRequest): Promise<void>
  /** @throws {AuditError} */
  audit(request: AuditRequest): Promise<Measurement>
}

/** Returns an auditor's check of a URL. The operator's own site may be at a private address. */
export const checkAddress =
  (allowPrivate: boolean): Auditor['check'] =>
  async ({ url, trusted = false }) => {
    await addressGuard({ allowPrivate: allowPrivate || trusted })
      .checkUrl(url)
      .catch(throwAuditError)
  }

/** Rethrows a rejected address as an audit's failure, and any other error as it is. */
export function throwAuditError(error: unknown): never {
  if (!(error instanceof AddressError)) throw error
  throw new AuditError(error.kind === 'refused' ? 'refused' : 'site', error.message)
}
