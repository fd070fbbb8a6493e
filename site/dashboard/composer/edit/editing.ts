import { atom, computed } from 'nanostores'

import type { NetworkId } from '#shared/networks.ts'
import type { DraftContent } from '#shared/posts/drafts.ts'
import type { PostContent } from '#shared/posts/revision.ts'
import { $needsApproval } from '#site/dashboard/shared/approvals/rule.ts'

export type Editing = {
  postId: string
  domainId: string
  /** The version that the changes are based on. */
  version: number
  /** Networks of the post when it was opened. */
  networks: readonly NetworkId[]
  /** Networks among them where the post is or may be public. */
  out: readonly NetworkId[]
  repeats: PostContent['repeats']
  /** State of the approval that the post waits for. */
  review: PostContent['review']
  /** Name of the approver, if a change of the content ends the approval. */
  approvedBy: PostContent['approvedBy']
  /** The content as saved on the server. */
  saved: DraftContent
}

/** The post that is edited in the composer; undefined for a new one. */
export const $editing = atom<Editing | undefined>()

/** True if saving the post sends it for approval, because it was sent back. */
export const $resubmits = computed($editing, editing => editing?.review === 'changes_requested')

/** True if the post goes out only once it is approved: because of the rule, or because it already waits for approval. */
export const $awaitsApproval = computed(
  [$editing, $needsApproval],
  (editing, needsApproval) => needsApproval || editing?.review !== undefined,
)

/** True once the post is public on a network. Then only the texts and time for the other networks can change. */
export const $isPartlyOut = computed($editing, editing => (editing?.out.length ?? 0) > 0)
