import { useStore } from '@nanostores/react'
import { ImageIcon } from 'lucide-react'

import { Skeleton } from '#site/ui/states.tsx'
import { $linkPreview } from './link-preview.ts'

/** The page behind the first link, as Facebook shows it below a post without pictures. */
export function LinkCard() {
  const shown = useStore($linkPreview)
  if (shown.state === 'none') return null
  if (shown.state === 'loading') return <Skeleton className="h-20 w-full rounded-none!" />
  const { site, title, description, hasPicture } = shown.preview
  return (
    <div className="border-t border-base-300 bg-base-200">
      {hasPicture && (
        <p className="grid aspect-[1.91] place-content-center justify-items-center gap-1 border-b border-base-300 text-xs text-soft">
          <ImageIcon className="size-8" strokeWidth={1.25} />
          The page’s picture
        </p>
      )}
      <div className="grid gap-0.5 px-4 py-2.5">
        <p className="truncate text-xs text-soft uppercase">{site}</p>
        <p className="line-clamp-2 text-sm font-semibold wrap-anywhere">{title}</p>
        {description && <p className="truncate text-xs text-soft">{description}</p>}
      </div>
    </div>
  )
}
