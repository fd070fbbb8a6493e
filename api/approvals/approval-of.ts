import type { ApprovalRow, ApprovalRuleRow } from '#api/db/schema/posts/approvals.ts'
import { FORMER_MEMBER } from '#shared/businesses/members.ts'
import type { Approval, SignedContent } from '#shared/posts/approvals.ts'
import { contentHash } from './content-hash.ts'

export type ApprovalRows = {
  rule: Pick<ApprovalRuleRow, 'required'> | null
  approval: ApprovalRow | null
  /** Name of the member who decided; null for a reviewer and a former member. */
  decidedBy: string | null
}

export function approvalOf(rows: ApprovalRows, contents: readonly SignedContent[]): Approval {
  const { approval } = rows
  const state = approval?.state === 'approved' && approval.exempt ? 'exempt' : (approval?.state ?? 'draft')
  const isDecided = approval !== null && state !== 'in_review'
  return {
    state,
    contentHash: approval?.contentHash ?? contentHash(contents),
    by: isDecided ? (rows.decidedBy ?? (approval.decidedBy || FORMER_MEMBER)) : null,
    at: isDecided ? (approval.decidedAt?.toISOString() ?? null) : null,
    via: isDecided ? approval.via : null,
    whenApproved: approval?.whenApproved ?? false,
    ...(state === 'in_review' &&
      approval?.decidedOn && { previous: approval.decidedOn, current: [...contents] }),
  }
}
