import { atom, computed, onMount } from 'nanostores'

import type { LinkPreview } from '#shared/posts/link-previews.ts'
import { findLinks } from '#shared/text/links.ts'
import { $draft, $enabled, messageFor } from '#site/dashboard/composer/draft/draft.ts'
import { $media } from '#site/dashboard/composer/media/media.ts'
import { api } from '#site/lib/api/api.ts'

const PAUSE_MS = 700

/** The link that Facebook shows a preview of: the first one of a post without files. */
export const $shownLink = computed([$draft, $enabled, $media], (draft, enabled, media) =>
  media.length === 0 && enabled.includes('facebook')
    ? findLinks(messageFor(draft, 'facebook'))[0]?.url
    : undefined,
)

/** `loading` while the page is read; without a preview, Facebook shows the link alone. */
type PreviewState = { state: 'none' } | { state: 'loading' } | { state: 'ready'; preview: LinkPreview }

/** The preview of the link, read when the author pauses. Failures are silent, because a preview is optional. */
export const $linkPreview = atom<PreviewState>({ state: 'none' })

onMount($linkPreview, () => {
  let waiting: ReturnType<typeof setTimeout> | undefined
  const stop = $shownLink.subscribe(url => {
    clearTimeout(waiting)
    $linkPreview.set({ state: 'none' })
    if (url) waiting = setTimeout(() => void show(url), PAUSE_MS)
  })
  return () => {
    clearTimeout(waiting)
    stop()
  }
})

async function show(url: string) {
  $linkPreview.set({ state: 'loading' })
  const preview = await read(url)
  if ($shownLink.get() === url) $linkPreview.set(preview ? { state: 'ready', preview } : { state: 'none' })
}

async function read(url: string): Promise<LinkPreview | null> {
  try {
    return (await (await api['link-previews'].$post({ json: { url } })).json()).data
  } catch {
    return null
  }
}
