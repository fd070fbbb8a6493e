import * as v from 'valibot'

import { AUDIT_FAILURES, AuditError } from './audit.ts'

/** A failure as an audit's own process prints it. */
export const FailureResponse = v.object({
  failure: v.object({ kind: v.picklist(AUDIT_FAILURES), message: v.string() }),
})
export type FailureResponse = v.InferOutput<typeof FailureResponse>

/** Returns the response for an error. An unexpected one is logged, and becomes a transient failure with this message. */
export function toFailureResponse(error: unknown, message: string): FailureResponse {
  if (error instanceof AuditError) return { failure: { kind: error.kind, message: error.message } }
  console.error(error)
  return { failure: { kind: 'transient', message } }
}
