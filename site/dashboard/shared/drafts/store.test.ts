import { expect, test } from 'bun:test'

import type { DraftSummary } from '#shared/posts/drafts.ts'
import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { $scheduling } from './store.ts'

test('closes a draft’s dialog when another business is selected', () => {
  $scheduling.set({ draft: { _id: 'd', text: 'Pies' } as DraftSummary, at: new Date() })
  $selectionVersion.set($selectionVersion.get() + 1)
  expect($scheduling.get()).toBeUndefined()
})
