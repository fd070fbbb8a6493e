import { atom, computed } from 'nanostores'

import type { NetworkId } from '#shared/networks.ts'
import type { DraftContent } from '#shared/posts/drafts.ts'
import type { PostContent } from '#shared/posts/revision.ts'
import { $needsApproval } from '#site/dashboard/shared/approvals/rule.ts'
import { loadPart } from '#site/dashboard/shared/lazy-part.ts'
import { $composer } from '#site/dashboard/shared/post-dialogs/url.ts'

/** `out` has the networks on which the post is or may be public. */
export type Editing = Omit<PostContent, '_id' | 'content' | 'media'> & {
  postId: string
  /** Networks of the post when it was opened. */
  networks: readonly NetworkId[]
  saved: DraftContent
}

/** The post that is edited in the composer; undefined for a new one. */
export const $editing = atom<Editing | undefined>()

export const loadEditor = () => loadPart(() => import('./edit-post.ts'))

/** A post that is being opened, or the reason why it couldn't be. */
export type PostToOpen = { postId: string; message?: string; isFinal?: boolean }

export const $openingFailure = atom<PostToOpen | undefined>()

/** The post in the URL while it is loading or couldn't be opened. */
export const $opening = computed(
  [$composer, $editing, $openingFailure],
  (opened, editing, failure): PostToOpen | undefined => {
    const postId = opened?.edit
    if (!postId || postId === editing?.postId) return undefined
    return failure?.postId === postId ? failure : { postId }
  },
)

/** True if saving the post sends it for approval, because it was sent back. */
export const $resubmits = computed($editing, editing => editing?.review === 'changes_requested')

/** True if the post goes out only once it is approved. */
export const $awaitsApproval = computed(
  [$editing, $needsApproval],
  (editing, needsApproval) => needsApproval || editing?.review !== undefined,
)

/** True once the post is public on a network. Then only the other networks' texts and time can change. */
export const $isPartlyOut = computed($editing, editing => (editing?.out.length ?? 0) > 0)
