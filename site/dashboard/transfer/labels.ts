import { computed } from 'nanostores'

import { STATE_WORDS } from '#shared/posts/state-words.ts'
import { $needsApproval } from '#site/dashboard/shared/approvals/rule.ts'

/** State of the posts that an import creates. */
export const $createdWord = computed($needsApproval, needs => STATE_WORDS[needs ? 'in_review' : 'scheduled'])

export const rowsInWords = (count: number) => (count === 1 ? '1 row' : `${count} rows`)

export const postsInWords = (count: number) => (count === 1 ? '1 post' : `${count} posts`)
