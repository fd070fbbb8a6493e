import { atom, onMount } from 'nanostores'

import type { DraftSummary } from '#shared/posts/drafts.ts'
import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { api } from '#site/lib/api/api.ts'
import { debounced } from '#site/lib/debounced.ts'
import { onLive } from '#site/lib/live/live.ts'
import { remote } from '#site/lib/remote.ts'

/** Drafts of the selected business. */
export const $drafts = remote(async () => (await (await api.drafts.$get()).json()).data)
$selectionVersion.listen($drafts.resetAndRefetch)

/** A bulk change of posts sends an event for each. */
const EVENT_BATCH_MS = 300

/** A cancelled post becomes a draft, and a restored one a post again, possibly in another window or a dialog. */
onMount($drafts, () => {
  const reloadSoon = debounced($drafts.reload, EVENT_BATCH_MS)
  const stop = onLive('delivery', reloadSoon)
  return () => {
    reloadSoon.cancel()
    stop()
  }
})

/** The draft for which a time is being chosen; `at` is the time at which it was dropped. */
export const $scheduling = atom<{ draft: DraftSummary; at: Date | undefined } | undefined>()
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

export const composerFor = ({ _id }: DraftSummary, at: Date) =>
  `/dashboard/create-post?${new URLSearchParams({ draft: _id, at: at.toISOString() })}`
