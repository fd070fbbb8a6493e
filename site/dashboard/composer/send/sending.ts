import { atom, computed, onMount } from 'nanostores'

import { $content, hasContent } from '#site/dashboard/composer/draft/content.ts'
import { $media } from '#site/dashboard/composer/media/media.ts'
import { loadPart } from '#site/dashboard/shared/lazy-part.ts'
import { endSuccess } from './sent-post.ts'

/** Loads behind the rest of the composer, because nobody sends a post at once. */
export const loadSending = () => loadPart(() => import('./send.ts'))

export type Sending =
  | { state: 'idle' }
  | { state: 'uploading'; fraction: number }
  | { state: 'checking' }
  | { state: 'sent'; postId: string }

export const $sending = atom<Sending>({ state: 'idle' })

export const $busy = computed($sending, ({ state }) => state === 'uploading' || state === 'checking')

export const $unsent = computed(
  [$content, $media],
  (content, media) => media.length > 0 || hasContent(content),
)

onMount($sending, () =>
  $unsent.listen(unsent => {
    if (!unsent) return
    if ($sending.get().state === 'sent') $sending.set({ state: 'idle' })
    endSuccess()
  }),
)
