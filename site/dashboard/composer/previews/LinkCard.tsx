import { useStore } from '@nanostores/react'
import { ImageIcon } from 'lucide-react'
import { atom, computed, onMount } from 'nanostores'

import { networks } from '#shared/networks.ts'
import { messageFor, isStoryOn } from '#shared/posts/draft-texts.ts'
import type { LinkPreview } from '#shared/posts/link-previews.ts'
import { findLinks } from '#shared/text/links.ts'
import { $draft, $enabled } from '#site/dashboard/composer/draft/draft.ts'
import { $positions } from '#site/dashboard/composer/media/media.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { Skeleton } from '#site/ui/states.tsx'

/** The preview of the first link, as networks show it below a post without pictures. */
export function LinkCard() {
  const shown = useStore($linkPreview)
  if (shown.state === 'none') return null
  if (shown.state === 'loading') return <Skeleton className="h-20 w-full rounded-none!" />
  const { site, title, description, hasPicture, picture } = shown.preview
  return (
    <div className="bg-base-200">
      {picture ? (
        <img src={picture} alt="" className="aspect-[1.91] w-full border-b border-base-300 object-cover" />
      ) : (
        hasPicture && (
          <p className="grid aspect-[1.91] place-content-center justify-items-center gap-1 border-b border-base-300 text-xs text-soft">
            <ImageIcon className="size-8" strokeWidth={1.25} />
            The page’s picture
          </p>
        )
      )}
      <div className="grid gap-0.5 px-4 py-2.5">
        <p className="truncate text-xs text-soft uppercase">{site}</p>
        <p className="line-clamp-2 text-sm font-semibold wrap-anywhere">{title}</p>
        {description && <p className="truncate text-xs text-soft">{description}</p>}
      </div>
    </div>
  )
}

const PAUSE_MS = 700

/** The link whose preview a network shows: the first one of a post without files. */
export const $shownLink = computed([$draft, $enabled, $positions], (draft, enabled, positions) => {
  const network = enabled.find(
    each => networks[each].previewsLinks && !isStoryOn(draft, each) && positions[each].length === 0,
  )
  return network && findLinks(messageFor(draft, network))[0]?.url
})

type PreviewState = { state: 'none' } | { state: 'loading' } | { state: 'ready'; preview: LinkPreview }

/** The link's preview, loaded when the author pauses. Failures show none. */
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
  const preview = await dataOf(api['link-previews'].$post({ json: { url } })).catch(() => null)
  if ($shownLink.get() === url) $linkPreview.set(preview ? { state: 'ready', preview } : { state: 'none' })
}
