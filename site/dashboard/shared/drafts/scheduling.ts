import { atom } from 'nanostores'

import type { DraftSummary } from '#shared/posts/drafts.ts'
import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'

/** The draft for which a time is being chosen, and the time at which it was dropped or that is suggested. */
export const $scheduling = atom<{ draft: DraftSummary; at: Date } | undefined>()
export const stopScheduling = () => $scheduling.set(undefined)
$selectionVersion.listen(stopScheduling)

/** Returns the first picture of a draft that has files. */
export const pictureOf = ({ thumbnailUrl, mediaCount }: DraftSummary) => ({
  kind: 'image' as const,
  ...(thumbnailUrl && { url: thumbnailUrl }),
  more: mediaCount - 1,
})

/** Returns the missing parts of a draft that isn't ready to send. Texts and files are checked when it is sent. */
export const missingIn = ({ text }: DraftSummary): 'text' | undefined => (text === '' ? 'text' : undefined)

/** Returns the path of the composer with a draft, and with a time for it. */
export const composerFor = ({ _id }: DraftSummary, at?: Date) =>
  `/dashboard/create-post?${new URLSearchParams({ draft: _id, ...(at && { at: at.toISOString() }) })}`
