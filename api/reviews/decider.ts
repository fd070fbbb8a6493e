import type { ApprovalWay } from '#shared/posts/approvals.ts'

/** The person who decides: a member, or a reviewer with the name that they gave. */
export type Decider = { via: ApprovalWay; userId?: string; name?: string }
