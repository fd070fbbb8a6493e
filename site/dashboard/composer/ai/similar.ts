import { atom, computed, onMount } from 'nanostores'

import type { CompareCaptions, SimilarPost } from '#shared/posts/captions.ts'
import { $draft, $enabled, messageFor } from '#site/dashboard/composer/draft/draft.ts'
import { $editing } from '#site/dashboard/composer/edit/editing.ts'
import { namesOf } from '#site/dashboard/composer/send/summary.ts'
import { api } from '#site/lib/api/api.ts'
import { formatRelative } from '#site/lib/format.ts'
import { $writing } from './writing.ts'

const PAUSE_MS = 800

/** The texts to compare, while AI isn't writing. */
const $compared = computed([$draft, $enabled, $writing], (draft, enabled, writing): string => {
  const platforms = enabled.flatMap(platform => {
    const message = messageFor(draft, platform).trim()
    return message === '' ? [] : [{ platform, message }]
  })
  if (writing || platforms.length === 0) return ''
  const publishAt = draft.isScheduled && draft.publishAt ? { publishAt: draft.publishAt.toISOString() } : {}
  return JSON.stringify({ platforms, ...publishAt } satisfies CompareCaptions)
})

/** Recent posts with nearly the same text, fetched when the author pauses. Only a warning, so failures are silent. */
export const $similar = atom<readonly SimilarPost[]>([])

onMount($similar, () => {
  let waiting: ReturnType<typeof setTimeout> | undefined
  const stop = $compared.subscribe(compared => {
    clearTimeout(waiting)
    if (compared === '') $similar.set([])
    else waiting = setTimeout(() => void compare(compared), PAUSE_MS)
  })
  return () => {
    clearTimeout(waiting)
    stop()
  }
})

async function compare(compared: string) {
  try {
    const response = await api.captions.similar.$post({ json: JSON.parse(compared) as CompareCaptions })
    const { data } = await response.json()
    const edited = $editing.get()?.postId
    if ($compared.get() === compared) $similar.set(data.filter(({ postId }) => postId !== edited))
  } catch {
    $similar.set([])
  }
}

/** Phrases the warnings; networks of one post share a sentence. */
export function similarWarnings(similar: readonly SimilarPost[], now = new Date()): string[] {
  const bySentence = Map.groupBy(similar, post => sentence(post, now))
  return [...bySentence].map(
    ([problem, posts]) => `${namesOf(posts.map(({ network }) => network))}: ${problem}`,
  )
}

function sentence({ network, publishAt, state, inARow }: SimilarPost, now: Date): string {
  const when = formatRelative(publishAt, now)
  const which = state === 'published' ? `published ${when}` : `due ${when}`
  return inARow && network === 'facebook'
    ? `this is the same text as your post ${which}. Facebook may reject the same text twice in a row.`
    : `this says nearly the same as your post ${which}.`
}
