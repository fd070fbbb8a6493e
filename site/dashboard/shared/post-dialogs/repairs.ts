import { computed } from 'nanostores'

import { needsAccount, needsTime, type Repair, repairOf } from '#shared/posts/needs.ts'
import type { Post } from '#shared/posts/posts.ts'
import { openInBusiness } from '#site/dashboard/shared/domains/BusinessMark.tsx'
import { loadPart } from '#site/dashboard/shared/lazy-part.ts'
import { $may } from '#site/dashboard/shared/permissions.tsx'
import { askToReschedule } from './dialogs.ts'
import { openEditor } from './url.ts'

/** The action that repairs a post. Without `run`, the user chooses between actions in the post's panel. */
export type RepairAction = { kind: Repair; label: string; run?: (post: Post) => Promise<void> | void }

const REPAIRS: Record<Repair, Omit<RepairAction, 'kind'>> = {
  check: { label: 'Check it' },
  decide: { label: 'Decide' },
  review: { label: 'Review' },
  reschedule: { label: 'Reschedule', run: post => askToReschedule({ post }) },
  edit: { label: 'Edit', run: post => openEditor(post._id) },
  retry: {
    label: 'Try again',
    // Loads lazily, to keep the overview's first load small.
    run: async post => (await loadPart(() => import('./change-posts.ts')))?.retryStuck(post),
  },
  reconnect: {
    label: 'Reconnect',
    run: post =>
      openInBusiness(
        post.domainId,
        `/dashboard/social-hub?connect=${post.deliveries.find(needsAccount)!.network}`,
      ),
  },
}

/** Returns the action with which the user can repair a post, if any. */
export const $repairOn = computed($may, may => (post: Post): RepairAction | undefined => {
  const kind = repairOf(post.deliveries)
  if (!kind) return undefined
  if (!post.isOwn || may(post.domainId, 'publish')) return { kind, ...REPAIRS[kind] }
  // Authors give their own post another time in the composer, which sends it for approval.
  return needsTime(post.deliveries)
    ? { ...REPAIRS.edit, kind: 'edit', label: 'Choose new time' }
    : { kind: 'review', ...REPAIRS.review }
})
