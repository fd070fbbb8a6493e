import { atom } from 'nanostores'

import type { DraftSummary } from '#shared/posts/drafts.ts'
import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { api } from '#site/lib/api/api.ts'
import { remote } from '#site/lib/remote.ts'

/** Drafts of the selected business. */
export const $drafts = remote(async () => (await (await api.drafts.$get()).json()).data)
$selectionVersion.listen($drafts.resetAndRefetch)

/** The draft for which a time is being chosen; `at` is where it was dropped. */
export const $asked = atom<{ draft: DraftSummary; at: Date | undefined } | undefined>()

/** Returns what a draft lacks to be sent. Its texts and files are checked when it is. */
export const missingIn = ({ text }: DraftSummary): 'text' | undefined => (text === '' ? 'text' : undefined)

export const composerFor = ({ _id }: DraftSummary, at: Date) =>
  `/dashboard/create-post?${new URLSearchParams({ draft: _id, at: at.toISOString() })}`
