import { computed } from 'nanostores'

import { isAllowed } from '#shared/businesses/permissions.ts'
import { $domains } from '#site/dashboard/shared/domains/store.ts'
import { openDialog } from '#site/dashboard/shared/open-dialog.ts'
import { $businessNoun } from '#site/dashboard/shared/permissions.tsx'

/** Label of the action; undefined for users who may write in one business only. */
export const $copyLabel = computed([$domains, $businessNoun], ({ data = [] }, { many }) =>
  data.filter(({ role }) => isAllowed(role, 'write')).length > 1 ? `Copy to other ${many}` : undefined,
)

/** Limited, because each copied post takes a request. */
export const MAX_COPIED = 20

export const askToCopy = (ids: readonly string[], kind: 'posts' | 'drafts' = 'posts') =>
  openDialog(async () => (await import('./CopyDialog.tsx')).CopyDialog, { ids, kind })
