import * as v from 'valibot'

import { ApprovePost } from './approvals.ts'

export const TAKE_BACK_MESSAGES = {
  begun: 'This post is being published or already is, so its approval can’t be taken back any more.',
  notApproved: 'This approval no longer stands, so there is nothing to take back.',
  notYours: 'Somebody else approved this post. You can ask for changes.',
} as const

/** Takes back the approval of exactly the content with this hash. */
export const TakeBackApproval = v.object({ contentHash: ApprovePost.entries.contentHash })
export type TakeBackApproval = v.InferOutput<typeof TakeBackApproval>
